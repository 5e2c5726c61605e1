/**
 * The part of Redshift's own catalogue and functions that its engine asks for, for a PostgreSQL that stands in for it: by their
 * documentation, made of what PostgreSQL has. By a superuser of a database of the test's own.
 */
export const REDSHIFT_VIEWS = `
  SET allow_system_table_mods = on;
  CREATE VIEW pg_catalog.svv_tables AS
    SELECT current_database()::text AS table_catalog, n.nspname::text AS table_schema, c.relname::text AS table_name,
      CASE WHEN c.relkind IN ('v', 'm') THEN 'VIEW' WHEN c.relkind = 'f' THEN 'EXTERNAL TABLE' ELSE 'BASE TABLE' END AS table_type,
      obj_description(c.oid, 'pg_class') AS remarks
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'f') AND has_schema_privilege(n.oid, 'USAGE');
  CREATE VIEW pg_catalog.svv_all_columns AS
    SELECT table_catalog::text AS database_name, table_schema::text AS schema_name, table_name::text, column_name::text,
      ordinal_position::int, column_default::text, is_nullable::text, data_type::text, character_maximum_length::int,
      numeric_precision::int, numeric_scale::int,
      (SELECT col_description(c.oid, ordinal_position) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = table_schema AND c.relname = table_name) AS remarks
    FROM information_schema.columns;
  CREATE FUNCTION pg_catalog.getdate() RETURNS timestamp LANGUAGE sql STABLE
    AS $$ SELECT date_trunc('second', clock_timestamp() AT TIME ZONE 'UTC') $$;
  CREATE FUNCTION pg_catalog.fnv_hash(anyelement, bigint DEFAULT 0) RETURNS bigint LANGUAGE sql IMMUTABLE
    AS $$ SELECT hashtextextended($1::text, $2) $$;
  GRANT SELECT ON pg_catalog.svv_tables, pg_catalog.svv_all_columns TO PUBLIC;
  RESET allow_system_table_mods`;
