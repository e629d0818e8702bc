#!/usr/bin/env bash
# Install Khonsu with some of its extras into the virtual environment: install.sh PYTHON VENV EXTRAS.
# uv does it where it is there, pip otherwise; what they say goes to a file and is shown only if something failed.
set -euo pipefail
python=$1 venv=$2 extras=$3

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "Khonsu needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3"
  exit 1
}
if [ ! -x "$venv/bin/python" ]; then
  "$python" -m venv "$venv" || { echo "The module venv is missing (on Debian: apt install python3-venv)."; exit 1; }
fi
if command -v uv >/dev/null; then
  install=(uv pip install --python "$venv/bin/python")
else
  install=("$venv/bin/python" -m pip install --disable-pip-version-check)
fi
echo "Installing (a minute or two the first time) ..."
if ! "${install[@]}" --editable ".[$extras]" >"$venv/install.log" 2>&1; then
  tail -n 20 "$venv/install.log"
  echo "Installing failed; the whole log is in $venv/install.log."
  exit 1
fi
