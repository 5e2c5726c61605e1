import { platformOf } from '@app/datatypes';
import { groupBy } from '@app/common';
import { Database, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { coveringTable, isLocation, type LocatedTable } from './file-location';
import { namedTable, NOTHING, type FoundTable, type NamedTable, type NameParts } from './named-table';
import { LEVEL_TYPES, list, partsOf, placeOf, SERVICE_TYPE, tablesOf } from './target-statement';

/** The meaning of a name, by the rules and the assets that there are. */
export interface NameMeaning extends FoundTable {
  /** The asset that it has; bigint in decimal. */
  readonly node: string | null;
  /** Whether its rule makes tables that events show. */
  readonly creates: boolean;
}

/** A name that came to mean an asset, or another one. */
export interface ResolvedName {
  readonly key: string;
  /** Whether more than one event has had the name. */
  readonly repeated: boolean;
  /** The asset that it had. */
  readonly left: string | null;
}

/** One name of a dataset or job, its own first, with one of the tables that it could mean. */
interface Row {
  readonly key: string;
  readonly node: string | null;
  readonly position: number;
  readonly creates: boolean | null;
  readonly serviceType: string | null;
  readonly parts: { readonly table: string | null; readonly schema: string | null; readonly database: string | null };
  readonly namespace: string;
  readonly name: string;
  /** The service, database or schema that its rule leads to. */
  readonly target: string | null;
  /** The asset that has the name as it is written. */
  readonly own: string | null;
  readonly table: NamedTable | null;
}

/**
 * Looks up what names of events mean that have no asset, or one of another spelling: their own name first, then the others in their order, each
 * as the platform of its service compares names.
 */
@Injectable()
export class TableLookup {
  constructor(private readonly database: Database) {}

  /** @param keys of names, those of which nothing is to be looked up among them */
  async meanings(keys: readonly string[]): Promise<ReadonlyMap<string, NameMeaning>> {
    return meaningsBy((statement, values) => this.database.read(statement, values), keys);
  }

  async meaningsIn(tx: Transaction, keys: readonly string[]): Promise<ReadonlyMap<string, NameMeaning>> {
    return meaningsBy((statement, values) => query(tx, statement, values), keys);
  }

  /** Stores the assets that have been found. @returns the names that have one, and had none or another one before */
  async store(tx: Transaction, meanings: ReadonlyMap<string, NameMeaning>): Promise<ResolvedName[]> {
    const rows = [...meanings].flatMap(([key, { node, found, loose = false }]) =>
      found && found.node !== node ? [{ key, left: node, node: found.node, loose }] : [],
    );
    return rows.length === 0 ? [] : query<ResolvedName>(tx, STORE, [JSON.stringify(rows)]);
  }
}

/** Whether there is nothing to be stored. */
export const isStored = ({ found, node }: NameMeaning): boolean => found === undefined || found.node === node;

type Ask = <T extends object>(statement: PreparedStatement, values: readonly unknown[]) => Promise<T[]>;

/** The tables of a service with where their files are. */
type TablesBelow = ReadonlyMap<string, readonly LocatedTable[]>;

/** By one statement; by one more where names are paths below a service of databases. */
async function meaningsBy(ask: Ask, keys: readonly string[]): Promise<Map<string, NameMeaning>> {
  if (keys.length === 0) return new Map();
  const rows = await ask<Row>(LOOK_UP, [keys]);
  const targets = new Set(rows.flatMap((row) => (isPath(row) ? (row.target ?? []) : [])));
  if (targets.size === 0) return meaningsOf(rows, new Map());
  const located = await ask<LocatedTable & { target: string }>(LOCATED, [[...targets]]);
  return meaningsOf(
    rows,
    groupBy(located, ({ target }) => target),
  );
}

/** Tables of files are known by their paths. */
const isPath = ({ namespace, own, serviceType }: Row): boolean =>
  own === null && (isLocation(namespace) || serviceType === FILES);

const FILES = 'Datalake';

function meaningsOf(rows: readonly Row[], below: TablesBelow): Map<string, NameMeaning> {
  return new Map(
    [...groupBy(rows, ({ key }) => key)].map(([key, names]) => {
      const byPosition = [...groupBy(names, ({ position }) => position).values()].map((ofName) =>
        meaningOf(ofName, below),
      );
      const first = byPosition.find(({ found }) => found) ?? byPosition[0] ?? NOTHING;
      const [{ node = null, creates = null } = {}] = names;
      return [key, { ...first, node, creates: creates === true }];
    }),
  );
}

function meaningOf(rows: readonly Row[], below: TablesBelow): FoundTable {
  const [row] = rows;
  if (!row) return NOTHING;
  if (row.own !== null) return { found: { node: row.own }, among: [] };
  const covering = isPath(row) ? coveringTable(below.get(row.target ?? '') ?? [], row) : NOTHING;
  if (covering.found || covering.among.length > 0) return covering;
  const tables = rows.flatMap(({ table }) => table ?? []);
  const parts = saidParts(row.parts);
  return parts && tables.length > 0
    ? namedTable(tables, parts, platformOf(row.serviceType ?? undefined).names.tables)
    : NOTHING;
}

function saidParts({ table, schema, database }: Row['parts']): NameParts | undefined {
  return table === null ? undefined : { table, schema: schema ?? undefined, database: database ?? undefined };
}

const LOOK_UP: PreparedStatement = {
  name: 'openlineage-table-lookup',
  text: `
  with open as materialized (
    select n.* from unnest($1::uuid[]) k (key)
     cross join lateral (select * from openlineage_name n where n.key = k.key and (n.node is null or n.loose) offset 0) n
  ), asked as (
    select o.key, o.node, o.kind, o.namespace, o.name, -1 as position, '' as tie from open o
    union all
    select o.key, o.node, o.kind, a.namespace, a.name, a.position, a.namespace || ' ' || a.name
      from open o cross join lateral (select * from openlineage_alias a where a.dataset = o.key offset 0) a
  ), ordered as (
    select a.*, (row_number() over (partition by a.key order by a.position, a.tie))::integer as at from asked a
  )
  select x.key::text, x.node::text, x.at as position, mapped.creates_tables as creates,
         ${SERVICE_TYPE} as "serviceType",
         jsonb_build_object('table', part.of_table, 'schema', part.of_schema, 'database', part.of_database) as parts,
         x.namespace, x.name, case when mapped.type = any(${list(LEVEL_TYPES)}) then mapped.node::text end as target, own.node::text as own,
         case when t.node is not null then jsonb_build_object('node', t.node::text, 'id', t.id, 'fqn', t.fqn, 'deleted', t.deleted,
           'database', t.database, 'schema', t.schema, 'table', t.name) end as table
    from ordered x ${placeOf('x')} ${partsOf('x')} ${tablesOf('x')}
   order by x.key, x.at, t.fqn`,
};

const LOCATED: PreparedStatement = {
  name: 'openlineage-located-tables',
  text: `
  select k.node::text as target, e.node::text as node, e.id::text as id, e.fqn, e.deleted_by is not null as deleted,
         '' as database, '' as schema, e.name as table, e.details->>'locationPath' as location,
         coalesce(s.details#>>'{connection,config,configSource,path}', s.body#>>'{connection,config,configSource,path}') as folder
    from unnest($1::bigint[]) k (node)
    join entity t on t.node = k.node
    join entity s on s.node = coalesce(t.root, t.node)
    join entity e on e.root = s.node and e.type = 'table' and e.details ? 'locationPath'
   where t.node = s.node or starts_with(e.fqn, t.fqn || '.')`,
};

// The asset may have gone meanwhile, or another process may have stored it.
const STORE: PreparedStatement = {
  name: 'openlineage-names-store',
  text: `
  update openlineage_name w set node = e.node, loose = x.loose
    from jsonb_to_recordset($1) x (key uuid, "left" bigint, node bigint, loose boolean)
    join entity e on e.node = x.node
   where w.key = x.key and w.node is not distinct from x."left"
  returning w.key::text, w.events > 1 as repeated, x."left"::text as "left"`,
};
