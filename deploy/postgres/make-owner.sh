#!/bin/sh
# The image of PostgreSQL runs this once, on a new volume: the service connects as the owner of its database, who is no superuser.
# The superuser keeps no password, so that it is let in from within the container alone:
#   docker compose exec postgres psql --username=postgres
set -eu
psql --username "$POSTGRES_USER" --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --set=superuser="$POSTGRES_USER" <<'SQL'
create role catalog login password :'password';
create database catalog owner catalog;
alter role :"superuser" password null;
SQL
