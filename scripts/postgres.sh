#!/usr/bin/env bash
# What the tests against PostgreSQL need: its programs, from the distribution. No service is begun; tests begin their own.
set -euo pipefail

if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
    apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null
  else
    echo "No PostgreSQL here, and it cannot be installed without root on Debian: tests against it will be skipped."
  fi
fi
