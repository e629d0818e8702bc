#!/usr/bin/env bash
# Lint the JavaScript of the pages. ESLint is fetched into .cache; without Node nothing is checked, and that is said.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null; then
  echo "No npm here: the JavaScript is not linted."
  exit 0
fi
if [ ! -x .cache/eslint/node_modules/.bin/eslint ]; then
  mkdir -p .cache/eslint
  npm install --silent --no-audit --no-fund --prefix .cache/eslint eslint@9 >/dev/null 2>&1 \
    || { echo "ESLint could not be fetched: the JavaScript is not linted."; exit 0; }
fi
.cache/eslint/node_modules/.bin/eslint --max-warnings 0 src/khonsu/web/static
echo "ESLint: no problems."
