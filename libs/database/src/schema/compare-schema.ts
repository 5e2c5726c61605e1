import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { applySchema } from './apply-schema';
import { SCHEMA_FILES } from './schema-files';

type Runner = Pick<QueryRunner, 'query'>;

/** Exists only within the transaction that compares. */
const EXPECTED = 'catalog_expected_schema';

/** The objects that statements of the service rely on: tables with their columns, indexes, functions and triggers of one schema. */
const OBJECTS = `
  with home as (select oid, nspname from pg_namespace where nspname = $1)
  select 'column ' || c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull as says
    from home h join pg_class c on c.relnamespace = h.oid and c.relkind in ('r', 'v', 'm')
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  union all
  select 'index ' || c.relname, replace(pg_get_indexdef(c.oid), quote_ident(h.nspname) || '.', '')
    from home h join pg_class c on c.relnamespace = h.oid and c.relkind = 'i'
  union all
  select 'sequence ' || c.relname, '' from home h join pg_class c on c.relnamespace = h.oid and c.relkind = 'S'
  union all
  select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', md5(p.prosrc)
    from home h join pg_proc p on p.pronamespace = h.oid
   where not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger ' || c.relname || ' ' || t.tgname, replace(pg_get_triggerdef(t.oid), quote_ident(h.nspname) || '.', '')
    from home h join pg_class c on c.relnamespace = h.oid join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal`;

export function schemaDigest(): string {
  const hash = createHash('sha256');
  for (const file of SCHEMA_FILES) hash.update(`${file}\n${readFileSync(join(__dirname, file), 'utf8')}\n`);
  return hash.digest('hex');
}

/** The names of objects that the files make and the current schema lacks or has otherwise. In a transaction, which it leaves as it was. */
export async function schemaDifferences(runner: Runner): Promise<string[]> {
  await runner.query('savepoint compare');
  await runner.query(`create schema ${EXPECTED}`);
  await runner.query(`select set_config('search_path', '${EXPECTED}, ' || current_setting('search_path'), true)`);
  await applySchema(runner, ...SCHEMA_FILES);
  const expected = await objectsOf(runner, EXPECTED);
  await runner.query('rollback to savepoint compare');
  const [home] = (await runner.query('select current_schema() as name')) as { name: string }[];
  const found = await objectsOf(runner, home!.name);
  return [...expected].filter(([name, says]) => found.get(name) !== says).map(([name]) => name);
}

async function objectsOf(runner: Runner, schema: string): Promise<ReadonlyMap<string, string>> {
  const rows = (await runner.query(OBJECTS, [schema])) as { name: string; says: string }[];
  return new Map(rows.map(({ name, says }) => [name, says]));
}
