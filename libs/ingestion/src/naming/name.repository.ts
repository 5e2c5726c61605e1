import { oncePer } from '@app/common';
import { Database, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LineageEvent, LineageName } from '../event/event';
import { datasetKey, jobKey } from '../event/event-key';
import { partsOf, placeOf, SERVICE_TYPE } from './target-statement';

/** A dataset or job of an event, with the asset that it is, if that is known. */
export interface KnownName {
  readonly key: string;
  readonly kind: 'dataset' | 'job';
  readonly namespace: string;
  readonly name: string;
  readonly dropped: boolean;
  readonly asset?: KnownAsset;
}

export interface KnownAsset {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
  readonly deleted: boolean;
  readonly ownerIds: readonly string[];
}

/** A dataset as an event has shown it, with where its table would lie. */
export interface ShownDataset {
  readonly key: string;
  /** FQN of the service, database or schema of its rule. */
  readonly target: string;
  readonly serviceType: string | null;
  /** Parts of its name, from the left; those that are not said are null. */
  readonly parts: readonly (string | null)[];
  /** Live databases of the service, where the name says none. */
  readonly databases: readonly string[] | null;
  /** The newest facet `schema`, as it came. */
  readonly schema: unknown;
}

/** A name whose asset has just been found. */
export interface ArrivedName {
  readonly key: string;
  /** Whether more than one event has had the name. */
  readonly repeated: boolean;
}

interface NameRow extends Omit<KnownName, 'asset'>, Omit<KnownAsset, 'node'> {
  /** Null: the asset is not known, and its other columns say nothing. */
  readonly node: string | null;
}

/** Datasets and jobs by the names that events give them. */
@Injectable()
export class NameRepository {
  constructor(private readonly database: Database) {}

  /** Counts the event at each of its names; locks them, in the order of their keys. */
  async put(tx: Transaction, event: LineageEvent): Promise<void> {
    await query(tx, PUT, [JSON.stringify(nameRows(event)), event.time.ms]);
  }

  /** Adds the other names of the datasets of an event. */
  async putAliases(tx: Transaction, rows: readonly AliasRow[]): Promise<void> {
    if (rows.length > 0) await query(tx, PUT_ALIASES, [JSON.stringify(rows)]);
  }

  /** Looks for assets that have these names as they are written. @returns names that have one, and had none before */
  async resolve(tx: Transaction, keys: readonly string[]): Promise<ArrivedName[]> {
    const rows = await query<ArrivedName & { found: boolean }>(tx, RESOLVE, [keys]);
    return rows.filter(({ found }) => found);
  }

  /**
   * Datasets that are no asset so far, whose columns an event has shown, and whose naming rule makes tables of such.
   *
   * @param of keys to look among; undefined: all
   * @param after the key behind which to look
   */
  toMake(of: readonly string[] | undefined, after: string, most: number): Promise<ShownDataset[]> {
    return this.database.read<ShownDataset>(TO_MAKE, [of ?? null, after, most]);
  }

  /** Names behind that key that have no asset, or one of another spelling. */
  open(after: string, most: number): Promise<{ readonly key: string }[]> {
    return this.database.read<{ key: string }>(OPEN, [after, most]);
  }

  /**
   * @param run key of a run whose datasets are meant as well
   * @param owned whether the owners of assets are asked for, which costs most of it; else assets have none
   */
  async find(
    tx: Transaction,
    keys: readonly string[],
    { run, owned = true }: { readonly run?: string | undefined; readonly owned?: boolean } = {},
  ): Promise<KnownName[]> {
    return (await query<NameRow>(tx, FIND, [keys, run ?? null, owned])).map(knownName);
  }

  async setDropped(tx: Transaction, key: string, dropped: boolean): Promise<void> {
    await query(tx, `update openlineage_name set dropped = $2 where key = $1`, [key, dropped]);
  }
}

export type SentName = Pick<KnownName, 'key' | 'kind' | 'namespace' | 'name'>;

export function nameKeys(event: LineageEvent): string[] {
  return nameRows(event).map(({ key }) => key);
}

/** Each name of an event once: datasets first, in the order in which they come. */
export const nameRows = oncePer(({ datasets, job, parent }: LineageEvent): readonly SentName[] => {
  const rows = new Map<string, SentName>();
  const add = (kind: SentName['kind'], key: string, { namespace, name }: LineageName): void =>
    void rows.set(key, { key, kind, namespace, name });
  for (const dataset of datasets) add('dataset', datasetKey(dataset), dataset);
  for (const one of [job, parent]) if (one) add('job', jobKey(one), one);
  return [...rows.values()];
});

export interface AliasRow extends LineageName {
  readonly dataset: string;
  /** Key of the other name. */
  readonly alias: string;
  /** In which order they are tried. */
  readonly position: number;
}

/** Each other name of the datasets of an event once. */
export function aliasRows({ datasets }: LineageEvent): AliasRow[] {
  const rows = datasets.flatMap((dataset) =>
    dataset.symlinks.map(({ namespace, name }, position) => {
      const keys = { dataset: datasetKey(dataset), alias: datasetKey({ namespace, name }) };
      return { ...keys, namespace, name, position };
    }),
  );
  return [...new Map(rows.reverse().map((row) => [`${row.dataset} ${row.alias}`, row])).values()];
}

function knownName({ node, id, type, fqn, deleted, ownerIds, ...name }: NameRow): KnownName {
  return node === null ? name : { ...name, asset: { node, id, type, fqn, deleted, ownerIds } };
}

const PUT: PreparedStatement = {
  name: 'openlineage-names-put',
  text: `
  insert into openlineage_name as w (key, kind, namespace, name, first_seen, last_seen, events)
  select x.key, x.kind, x.namespace, x.name, $2::bigint, $2::bigint, 1
    from jsonb_to_recordset($1) x (key uuid, kind text, namespace text, name text) order by x.key
  on conflict (key) do update set first_seen = least(w.first_seen, excluded.first_seen),
    last_seen = greatest(w.last_seen, excluded.last_seen), events = w.events + 1`,
};

// Events may give them in another order: the foremost counts, whichever comes first.
const PUT_ALIASES: PreparedStatement = {
  name: 'openlineage-aliases-put',
  text: `
  insert into openlineage_alias as a (dataset, alias, namespace, name, position, wanted)
  select x.dataset, x.alias, x.namespace, x.name, x.position, rule.wanted
    from (select x.*, 'dataset' as kind
            from jsonb_to_recordset($1) x (dataset uuid, alias uuid, namespace text, name text, position integer) order by 1, 2) x
    ${placeOf('x')}
  on conflict (dataset, alias) do update set position = excluded.position where a.position > excluded.position`,
};

const RESOLVE: PreparedStatement = {
  name: 'openlineage-names-resolve',
  text: `
  update openlineage_name w set wanted = t.wanted, node = t.node
    from (select n.key, rule.wanted, own.node
            from unnest($1::uuid[]) k (key)
           cross join lateral (select * from openlineage_name n where n.key = k.key and n.node is null offset 0) n ${placeOf('n')}) t
   where w.key = t.key and (t.node is not null or w.wanted is distinct from t.wanted)
  returning w.key::text, w.node is not null as found, w.events > 1 as repeated`,
};

const OPEN: PreparedStatement = {
  name: 'openlineage-names-open',
  text: `select n.key::text from openlineage_name n where (n.node is null or n.loose) and n.key > $1 order by n.key limit $2`,
};

// Most catalogs have no rule that makes tables: then nothing is looked at.
const TO_MAKE = {
  name: 'openlineage-to-make',
  text: `
    select n.key::text, f.body as schema, mapped.fqn as target, ${SERVICE_TYPE} as "serviceType",
           array[part.of_database, part.of_schema, part.of_table] as parts,
           case when part.of_database is null then array(
             select d.name from entity d where d.parent = mapped.root and d.type = 'database' and d.deleted_by is null) end as databases
      from openlineage_name n ${placeOf('n')} ${partsOf('n')} join openlineage_facet f on f.name = n.key and f.kind = 'schema'
     where exists (select from openlineage_mapping m where m.creates_tables)
       and n.kind = 'dataset' and n.node is null and own.node is null and mapped.creates_tables
       and ($1::uuid[] is null or n.key = any($1::uuid[])) and n.key > $2 order by n.key limit $3`,
};

const FIND: PreparedStatement = {
  name: 'openlineage-names',
  text: `
  select w.key::text, w.kind, w.namespace, w.name, w.dropped, e.node::text, e.id::text, e.type, e.fqn,
         e.deleted_by is not null as deleted, case when $3 then owner_ids(e.node) else '{}'::text[] end as "ownerIds"
    from (select unnest($1::uuid[]) as key union select dataset from openlineage_run_dataset where run = $2::uuid) k
    cross join lateral (select * from openlineage_name w where w.key = k.key offset 0) w
    left join lateral (select * from entity e where e.node = w.node offset 0) e on true`,
};
