import { Client } from 'pg';

/** What a migration or a file of the schema can leave in `public`: kind, name, and all that it says. TypeORM's own table of migrations aside. */
const OBJECTS = `
  select 'extension' as kind, extname::text as name, extversion as says, extname::text as owner from pg_extension where extname <> 'plpgsql'
  union all
  select 'table', c.relname, coalesce(array_to_string(c.reloptions, ','), ''), c.relname
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
  union all
  select 'column', c.relname || '.' || a.attname,
         concat_ws(' ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcollation::regcollation,
                   pg_get_expr(d.adbin, d.adrelid)), c.relname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
  union all
  select 'index', indexname, indexdef, tablename from pg_indexes where schemaname = 'public'
  union all
  select 'constraint', conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid), conrelid::regclass::text
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't'
  union all
  select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(t.oid), tgfoid::regproc::text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace where not tgisinternal
  union all
  select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), p.proname
    from pg_proc p
   where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'type', typname, '', typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
  union all
  select 'sequence', c.relname, '', coalesce(t.relname, c.relname)
    from pg_class c left join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    left join pg_class t on t.oid = d.refobjid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'`;

export interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  readonly says: string;
  /** Whose file has it: the table of a column, the function that a trigger calls. */
  readonly owner: string;
}

const SCHEMA = `
  select * from (${OBJECTS}) objects
   where owner <> 'migration' order by kind collate "C", name collate "C", says collate "C"`;

export async function objectsOf(client: Client): Promise<SchemaObject[]> {
  return (await client.query<SchemaObject>(SCHEMA)).rows;
}

export async function schemaOf(url: string): Promise<string[]> {
  const rows = await queryAt<SchemaObject>(url, SCHEMA);
  return rows.map(({ kind, name, says }) => `${kind} ${name}: ${says}`);
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
