#!/usr/bin/env bash
# Install Khonsu with some of its extras into the virtual environment: install.sh PYTHON VENV EXTRAS.
# uv does it where it is there, pip otherwise; what they say goes to a file and is shown only if something failed.
# Neither compiles all modules to bytecode: Python does that for those that are used, and most are not.
set -euo pipefail
python=$1 venv=$2 extras=$3

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "Khonsu needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3"
  exit 1
}
mkdir -p "$venv"

install() {
  if ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then # not there, or interrupted on its way
    "$python" -m venv "$venv" || { echo "The module venv is missing (on Debian: apt install python3-venv)."; exit 1; }
  fi
  if command -v uv >/dev/null; then
    uv pip install --python "$venv/bin/python" --editable ".[$extras]"
  else
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-compile --progress-bar off --editable ".[$extras]"
  fi
}

install >"$venv/install.log" 2>&1 &
installer=$!
trap 'pkill -P "$installer" 2>/dev/null || true; kill "$installer" 2>/dev/null || true' EXIT
if [ -t 1 ]; then
  while kill -0 "$installer" 2>/dev/null; do
    at=$(grep -oE '^(Collecting|Building|Installing|Downloaded|Prepared) [^ ]+' "$venv/install.log" | tail -n 1 || true)
    printf '\r\033[KInstalling, once: %d s  %s' "$SECONDS" "${at:0:50}"
    sleep 0.5
  done
  printf '\r\033[K'
else
  echo "Installing, once: half a minute to a minute ..."
fi
if ! wait "$installer"; then
  tail -n 20 "$venv/install.log"
  echo "Installing failed; the whole log is in $venv/install.log."
  exit 1
fi
