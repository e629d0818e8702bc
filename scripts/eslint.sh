#!/usr/bin/env bash
# Lint the JavaScript of the pages. ESLint is fetched into .cache. Without npm or a network nothing is checked, and that is
# said; in CI it is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

not_linted() {
  echo "$1: the JavaScript is not linted."
  [ -z "${CI:-}" ] || [ "$CI" = false ]
  exit
}

command -v npm >/dev/null || not_linted "No npm here"
if [ ! -x .cache/eslint/node_modules/.bin/eslint ]; then
  mkdir -p .cache/eslint
  npm install --silent --no-audit --no-fund --prefix .cache/eslint eslint@9 >/dev/null 2>&1 \
    || not_linted "ESLint could not be fetched"
fi
.cache/eslint/node_modules/.bin/eslint --max-warnings 0 src/khonsu/web/static
echo "ESLint: no problems."
