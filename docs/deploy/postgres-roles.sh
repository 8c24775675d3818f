#!/bin/sh
# Run once, by the image of PostgreSQL, when the database is new: two roles, so that the service cannot rewrite the ledger.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" \
  --set owner="$(cat /run/secrets/owner_password)" --set app="$(cat /run/secrets/app_password)" <<'SQL'
create role timebank_owner login password :'owner';
create role timebank login password :'app';
-- Doctor sees long transactions and standbys of others.
grant pg_read_all_stats to timebank;
create database timebank owner timebank_owner encoding 'UTF8' template template0;
SQL
