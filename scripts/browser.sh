#!/usr/bin/env bash
# What browser tests and screenshots need: Chromium from the distribution, and axe-core for the tests alone.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
  else
    echo "No Chromium here, and it cannot be installed without root on Debian: browser tests will be skipped."
  fi
fi

if [ ! -f .cache/axe/node_modules/axe-core/axe.min.js ]; then
  if command -v npm >/dev/null; then
    mkdir -p .cache/axe
    npm install --silent --no-audit --no-fund --prefix .cache/axe axe-core@4.14 >/dev/null \
      || echo "axe-core could not be fetched: the accessibility tests will be skipped."
  else
    echo "No npm here: the accessibility tests will be skipped."
  fi
fi
