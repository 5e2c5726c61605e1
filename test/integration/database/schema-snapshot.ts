import { Client } from 'pg';

/** What a migration can leave in the schema `public`, one line each; TypeORM's own table of migrations aside. */
const OBJECTS = `
  select 'column ' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' ||
         coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function ' || p.oid::regprocedure || ' ' || md5(prosrc) from pg_proc p where pronamespace = 'public'::regnamespace
  union all
  select 'type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
  union all
  select 'sequence ' || sequence_name from information_schema.sequences where sequence_schema = 'public'`;

export async function schemaOf(url: string): Promise<string[]> {
  const rows = await queryAt<{ line: string }>(url, `select line from (${OBJECTS}) objects order by line collate "C"`);
  return rows.map(({ line }) => line).filter((line) => !/\b(?:migration|migration_id_seq)\b/.test(line));
}

/** One statement over a connection of its own. */
export async function queryAt<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
