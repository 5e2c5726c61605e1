import type { ConnectionBox } from '@app/auth';
import type { Database } from '@app/database';

/** Rows that are read and written by one statement each. */
const BATCH = 500;

/** The numbers of connections, of services and of tests that wait for a worker. */
export interface ResealedConnections {
  /** Sealed anew with the key that seals now. */
  readonly resealed: number;
  /** Sealed with it before. */
  readonly current: number;
  /** FQNs of services, and ids of data runs, that no key opens. */
  readonly left: readonly string[];
}

interface SealedRow {
  readonly key: string;
  readonly name: string;
  readonly sealed: Buffer;
}

/** A table with what is sealed, in the order of its key. */
interface SealedTable {
  readonly first: string;
  readonly select: string;
  readonly update: string;
}

// A row that was written since it was read is left as it is: the next pass looks at it.
const reseal = (table: string, key: string, type: string): string => `
  with given as (select * from unnest($1::${type}[], $2::bytea[], $3::bytea[]) g (key, old, new))
  update ${table} t set sealed = given.new from given where t.${key} = given.key and t.sealed = given.old returning true`;

const TABLES: readonly SealedTable[] = [
  {
    first: '0',
    select: `
      select c.node::text as key, e.fqn as name, c.sealed from service_connection c join entity e using (node)
       where c.node > $1 order by c.node limit $2`,
    update: reseal('service_connection', 'node', 'bigint'),
  },
  {
    first: '00000000-0000-0000-0000-000000000000',
    select: `
      select id::text as key, 'data run ' || id as name, sealed from data_run
       where status in ('Queued', 'Running') and sealed is not null and id > $1 order by id limit $2`,
    update: reseal('data_run', 'id', 'uuid'),
  },
];

/**
 * Seals connections anew with the key that seals now. Each batch is a statement of its own, which changes rows that are as they were read, so
 * that it may be ended at any point and begun again, beside processes that write. Passes are made until one finds nothing to do: an API that
 * still has the key of before may write meanwhile.
 *
 * @param box of the settings
 * @param from opens what was sealed before
 */
export async function resealConnections(
  database: Pick<Database, 'query'>,
  box: ConnectionBox,
  from: ConnectionBox,
  batch = BATCH,
): Promise<ResealedConnections> {
  let resealed = 0;
  for (;;) {
    const pass = await resealOnce(database, box, from, batch);
    resealed += pass.resealed;
    if (pass.found === 0) return { resealed, current: Math.max(pass.current - resealed, 0), left: pass.left };
  }
}

interface Pass {
  found: number;
  resealed: number;
  current: number;
  readonly left: string[];
}

async function resealOnce(
  database: Pick<Database, 'query'>,
  box: ConnectionBox,
  from: ConnectionBox,
  batch: number,
): Promise<Pass> {
  const pass: Pass = { found: 0, resealed: 0, current: 0, left: [] };
  for (const { first, select, update } of TABLES) {
    let after = first;
    for (;;) {
      const rows = await database.query<SealedRow & object>(select, [after, batch]);
      const last = rows.at(-1);
      if (!last) break;
      after = last.key;
      const others = rows.filter(({ sealed }) => !box.isCurrent(sealed));
      const opened = others.map((row) => ({ ...row, text: from.open(row.sealed) ?? box.open(row.sealed) }));
      const found = opened.flatMap(({ text, ...row }) =>
        text === undefined ? [] : [{ ...row, anew: box.seal(text) }],
      );
      pass.current += rows.length - others.length;
      pass.found += found.length;
      pass.left.push(...opened.filter(({ text }) => text === undefined).map(({ name }) => name));
      if (found.length === 0) continue;
      const values = [found.map(({ key }) => key), found.map(({ sealed }) => sealed), found.map(({ anew }) => anew)];
      pass.resealed += (await database.query(update, values)).length;
    }
  }
  return pass;
}
