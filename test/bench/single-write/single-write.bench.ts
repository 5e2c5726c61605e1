import { join } from 'node:path';
import type { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { startFloor } from '../floor/floor-process';
import { askFor } from '../load/ask-for';
import { Asker } from '../load/asker';
import { pairText } from '../measure/pair-text';
import { cpuMicrosBetween, family, readCpu } from '../measure/process-cost';
import { median } from '../measure/quantile';
import { untilSteady } from '../measure/until-steady';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, withApi, withClient, withDatabase } from '../stack/with-stack';
import { FLOOR_TABLES, MODEL_NAME, SERVICE } from './floor-statements';
import { COLUMNS, SCHEMA_FQN, TABLES, tableName, workOf, writeKinds, type WriteKind } from './write-kinds';

const FULL = { pairs: 8, sliceMs: 1_500, warmUps: 12 };
const QUICK = { pairs: 4, sliceMs: 300, warmUps: 1 };
const MOST_CPU_MICROS = 1_000;

interface WriteSide {
  /** Requests, those of the warm-up included. */
  all: number;
  readonly perSecond: number[];
  readonly p50: number[];
  requests: number;
  cpu: number;
  databaseCpu: number;
}

interface Measured {
  readonly kind: Pick<WriteKind, 'what' | 'workload' | 'target' | 'creates'>;
  readonly connections: number;
  readonly floor: WriteSide;
  readonly product: WriteSide;
}

interface Place {
  readonly database: BenchDatabase;
  readonly api: BenchApi;
  readonly floor: { readonly port: number; readonly pid: number };
  readonly slices: typeof FULL;
  readonly faults: string[];
}

/** W11 and W15: one table, one edge, one event at a time, by one writer and by some. */
export const singleWrite: Bench = {
  name: 'single-write',
  workloads: ['W11', 'W15'],
  isPublished: true,
  run: (options) =>
    withDatabase((database) => withClient(database.url, (client) => onDatabase(database, client, options))),
};

async function onDatabase(database: BenchDatabase, client: Client, { quick, log }: BenchOptions): Promise<BenchReport> {
  const slices = quick ? QUICK : FULL;
  const faults: string[] = [];
  const measured = await withApi(database, async (api) => {
    log(`making ${TABLES} tables`);
    const ids = await makeTables(api);
    await client.query(FLOOR_TABLES);
    await client.query(COPY);
    await client.query('analyze');
    const floor = await startFloor(database.url, POOL_SIZE, join(__dirname, 'floor.main.js'));
    try {
      const all: Measured[] = [];
      for (const kind of writeKinds(ids))
        for (const connections of kind.connections) {
          log(`${kind.what}: ${connections} connections`);
          all.push(await measure({ database, api, floor, slices, faults }, kind, connections));
        }
      faults.push(...(await storedFaults(client, all)));
      return all;
    } finally {
      await floor.stop();
    }
  });
  return report(quick, slices, measured, faults);
}

async function makeTables({ client }: BenchApi): Promise<string[]> {
  await client.must('PUT', '/services/databaseServices', { name: SERVICE, serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'bench', service: SERVICE });
  await client.must('PUT', '/databaseSchemas', { name: 'public', database: `${SERVICE}.bench` });
  await client.must('PUT', '/openlineage/mappings', {
    mappings: [{ namespacePrefix: 'postgres://db.example.org:5432', service: SERVICE }],
  });
  const ids: string[] = [];
  const names = [MODEL_NAME, ...Array.from({ length: TABLES }, (_, n) => tableName(n))];
  for (const name of names) {
    const body = { name, databaseSchema: SCHEMA_FQN, columns: COLUMNS, description: 'as it was made' };
    ids.push(((await client.must('PUT', '/tables', body)) as { id: string }).id);
  }
  return ids.slice(1);
}

/** The floor finds the same tables, by their name alone. */
const COPY = `
  insert into bench_entity overriding system value
  select node, id, type, name, name, null, null, null, version, updated_at, updated_by, body || details, '{}'
    from entity where type = 'table';
  select setval(pg_get_serial_sequence('bench_entity', 'node'), 1e9::bigint);
  insert into bench_search_row select r.* from search_row r join entity e using (node) where e.type = 'table'`;

async function measure(place: Place, kind: WriteKind, connections: number): Promise<Measured> {
  const { api, floor, slices, faults } = place;
  const open = (port: number): Promise<Asker[]> =>
    Promise.all(Array.from({ length: connections }, () => Asker.open(port)));
  // Numbers that no other kind of request has used.
  const from = connections * 1_000_000;
  const sides = [
    { ...newSide('floor', floor), askers: await open(floor.port), work: workOf(kind, 'floor', '', from) },
    {
      ...newSide('product', api),
      askers: await open(api.port),
      work: workOf(kind, 'product', api.client.token, from),
    },
  ] as const;
  const pair = async (counts: boolean): Promise<number> => {
    let rate = 0;
    for (const { side, name, pid, askers, work } of sides) {
      const before = { own: readCpu([pid]), database: readCpu(family(place.database.pid)) };
      const slice = await askFor(askers, slices.sliceMs, work);
      // The index follows the commits; the floor has written it by now.
      const followed = name === 'product' ? await untilIndexed(api) : 0;
      faults.push(...slice.faults);
      side.all += slice.requests;
      rate = slice.requests / (slice.requests / slice.perSecond + followed);
      if (!counts) continue;
      side.cpu += cpuMicrosBetween(before.own, readCpu([pid]));
      side.databaseCpu += cpuMicrosBetween(before.database, readCpu(family(place.database.pid)));
      side.requests += slice.requests;
      side.perSecond.push(rate);
      side.p50.push(slice.p50);
    }
    return rate;
  };
  try {
    await untilSteady(() => pair(false), slices.warmUps);
    for (let count = 0; count < slices.pairs; count++) await pair(true);
  } finally {
    for (const { askers } of sides) for (const asker of askers) asker.close();
  }
  const { what, workload, target, creates } = kind;
  return { kind: { what, workload, target, creates }, connections, floor: sides[0].side, product: sides[1].side };
}

/** Seconds until a search finds what was written. */
async function untilIndexed({ client }: BenchApi): Promise<number> {
  const start = performance.now();
  await client.must('GET', '/search/query?q=*&size=0');
  return (performance.now() - start) / 1_000;
}

function newSide(name: string, { pid }: { readonly pid: number }): { side: WriteSide; pid: number; name: string } {
  const side = { all: 0, perSecond: [], p50: [], requests: 0, cpu: 0, databaseCpu: 0 };
  return { name, pid, side };
}

/** Whatever was answered is there: each table once, with its search row, and each edge. */
async function storedFaults(client: Client, all: readonly Measured[]): Promise<string[]> {
  const created = all.filter(({ kind }) => kind.creates);
  const sent = created.reduce((sum, { product }) => sum + product.all, 0);
  const { rows } = await client.query<{ tables: string; found: string }>(
    `select count(*) as tables, count(r.node) as found from entity e left join search_row r using (node)
      where type = 'table' and name like 'new%'`,
  );
  const { tables, found } = rows[0] ?? { tables: '?', found: '?' };
  return Number(tables) === sent && Number(found) === sent
    ? []
    : [`${sent} tables created, ${tables} stored, ${found} of them with a search row`];
}

function report(
  quick: boolean,
  { pairs, sliceMs }: typeof FULL,
  measured: readonly Measured[],
  faults: readonly string[],
): BenchReport {
  return {
    name: 'single-write',
    title: 'One table, one edge, one event at a time',
    setting: [
      `${TABLES} tables of ${COLUMNS.length} columns in a schema of their own${quick ? ' (--quick)' : ''}`,
      `${pairs} pairs of slices of ${sliceMs} ms, floor and product in turn; ${POOL_SIZE} database connections each; embedded PostgreSQL, durable, search in PostgreSQL`,
      'Product: the API with its default settings (token, permission, check, references, version history, search analysis, log line), until a search finds all that was written. Floor: bare node:http, JSON.parse and one prepared statement that writes the same row and its search row into copies of the tables without triggers; the search row is made beforehand',
    ],
    measures: measured.flatMap(rows),
    plans: {},
    faults,
    raw: { quick, measured },
  };
}

function rows({ kind, connections, floor, product }: Measured): Measure[] {
  const what = `${kind.what}, ${connections === 1 ? '1 connection' : `${connections} connections`}`;
  const ratios = product.perSecond.map((rate, pair) => rate / (floor.perSecond[pair] as number));
  const { cpu, requests } = product;
  const { workload } = kind;
  return [
    {
      what: `${what}: product ÷ floor`,
      workload,
      value: pairText(ratios),
      target: { text: `≥ ${kind.target}`, met: median(ratios) >= kind.target },
    },
    { what: `${what}: product`, value: sideText(product) },
    { what: `${what}: floor`, value: sideText(floor) },
    ...(connections === 1
      ? [
          {
            what: `${what}: CPU of the API`,
            workload,
            value: `${(cpu / requests).toFixed(0)} µs`,
            target: { text: `≤ ${MOST_CPU_MICROS} µs`, met: cpu / requests <= MOST_CPU_MICROS },
          },
        ]
      : []),
  ];
}

function sideText({ perSecond, p50, cpu, databaseCpu, requests }: WriteSide): string {
  const rate = `${median(perSecond).toFixed(0)}/s, p50 ${median(p50).toFixed(2)} ms`;
  return `${rate}, CPU ${(cpu / requests).toFixed(0)} µs + PostgreSQL ${(databaseCpu / requests).toFixed(0)} µs`;
}
