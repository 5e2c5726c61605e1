import { join } from 'node:path';
import type { Client } from 'pg';
import { startFloor, type FloorProcess } from '../floor/floor-process';
import { askFor, type AskedSlice, type Work } from '../load/ask-for';
import { Asker, requestBytes } from '../load/asker';
import { cpuMicrosBetween, family, readCpu } from '../measure/process-cost';
import { untilSteady } from '../measure/until-steady';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { JSON_TYPE, LINES, NDJSON_TYPE, ResultSource } from './made-result';

/** The floor's table: as the product's, without its triggers. */
const BARE = 'bench_result';
/** The product's own default, given to both. */
const POOL = 10;

export interface PushSize {
  readonly contracts: number;
  readonly pairs: number;
  readonly sliceMs: number;
  /** Rounds of the warm-up, at most. */
  readonly warmUps: number;
}

/** Slices of one side: results, not requests. CPU in µs a result, of the side's process and of PostgreSQL. */
export interface PushSide {
  readonly name: string;
  readonly perSecond: number[];
  readonly p50: number[];
  readonly p99: number[];
  results: number;
  cpu: number;
  databaseCpu: number;
}

export interface PushResult {
  readonly what: string;
  readonly floor: PushSide;
  /** The floor's statement on the product's table, whose triggers keep counts and the latest result. */
  readonly triggers: PushSide;
  readonly product: PushSide;
  readonly faults: readonly string[];
}

interface Rival {
  readonly side: PushSide;
  readonly pid: number;
  readonly table: string;
  readonly askers: readonly Asker[];
  readonly source: ResultSource;
  readonly work: Work;
}

interface Place {
  readonly database: BenchDatabase;
  readonly api: BenchApi;
  readonly client: Client;
  readonly size: PushSize;
}

/** W3: single results over 16 connections; batches of 1,000 lines over one. */
export async function measurePushes(place: Place): Promise<PushResult[]> {
  await place.client.query(`create table ${BARE} (like contract_result including indexes)`);
  const floor = await startFloor(place.database.url, POOL, join(__dirname, 'push-floor.main.js'));
  try {
    return [
      await measured(place, floor, 'PUT, 16 connections', 16, 1),
      await measured(place, floor, 'NDJSON, 1,000 lines', 1, LINES),
    ];
  } finally {
    await floor.stop();
  }
}

async function measured(
  place: Place,
  floor: FloorProcess,
  what: string,
  connections: number,
  lines: number,
): Promise<PushResult> {
  const { api, size, client } = place;
  // Each side has a range of timestamps of its own, and each kind of request too.
  const source = (side: number): ResultSource =>
    new ResultSource(size.contracts, 1.7e12 + (side + (lines > 1 ? 3 : 0)) * 1e10);
  const open = (port: number): Promise<Asker[]> =>
    Promise.all(Array.from({ length: connections }, () => Asker.open(port)));
  const rival = async (name: string, at: number, table: string): Promise<Rival> => {
    const [port, pid] = name === 'product' ? [api.port, api.pid] : [floor.port, floor.pid];
    const made = source(at);
    const work = lines > 1 ? batches(made, name, table, api) : singles(made, name, table, api);
    return { side: newSide(name), pid, table, askers: await open(port), source: made, work };
  };
  const rivals = [
    await rival('floor', 0, BARE),
    await rival('floor with triggers', 1, 'contract_result'),
    await rival('product', 2, 'contract_result'),
  ];
  const faults: string[] = [];
  try {
    await untilSteady(async () => {
      const slices: AskedSlice[] = [];
      for (const { askers, work } of rivals) slices.push(await askFor(askers, size.sliceMs, work));
      faults.push(...slices.flatMap((slice) => slice.faults));
      return (slices.at(-1) as AskedSlice).perSecond;
    }, size.warmUps);
    for (let pair = 0; pair < size.pairs; pair++)
      for (const each of rivals) faults.push(...(await slice(place, each, lines)));
  } finally {
    for (const { askers } of rivals) for (const asker of askers) asker.close();
  }
  for (const each of rivals) faults.push(...(await storedFaults(client, each)));
  const [bare, triggers, product] = rivals.map(({ side }) => side) as [PushSide, PushSide, PushSide];
  return { what, floor: bare, triggers, product, faults };
}

const newSide = (name: string): PushSide => ({
  name,
  perSecond: [],
  p50: [],
  p99: [],
  results: 0,
  cpu: 0,
  databaseCpu: 0,
});

async function slice(
  { database, size }: Place,
  { side, pid, askers, work }: Rival,
  lines: number,
): Promise<readonly string[]> {
  const own = readCpu([pid]);
  const postgres = readCpu(family(database.pid));
  const result: AskedSlice = await askFor(askers, size.sliceMs, work);
  side.cpu += cpuMicrosBetween(own, readCpu([pid]));
  side.databaseCpu += cpuMicrosBetween(postgres, readCpu(family(database.pid)));
  side.results += result.requests * lines;
  side.perSecond.push(result.perSecond * lines);
  side.p50.push(result.p50);
  side.p99.push(result.p99);
  return result.faults;
}

function singles(source: ResultSource, name: string, table: string, api: BenchApi): Work {
  return {
    next: () => {
      const { contract, json } = source.one();
      const path = name === 'product' ? `/api/v1/dataContracts/${contract}/results` : `/${table}/${contract}`;
      return requestBytes('PUT', path, authorization(name, api), { type: JSON_TYPE, text: json });
    },
    fault: ({ status, body }) =>
      status === 201 && body.includes('"contractExecutionStatus":"Success"')
        ? undefined
        : `${name}: ${status} ${body.toString()}`,
  };
}

function batches(source: ResultSource, name: string, table: string, api: BenchApi): Work {
  const path = name === 'product' ? '/api/v1/dataContracts/results/bulk' : `/${table}/bulk`;
  const headers = authorization(name, api);
  return {
    next: () => requestBytes('PUT', path, headers, { type: NDJSON_TYPE, text: source.batch() }),
    fault: ({ status, body }) => {
      const stored = name === 'product' ? body.toString().split('{"status":201,').length - 1 : LINES;
      const isRight = name === 'product' ? status === 200 : body.includes(`{"stored":${LINES}}`);
      return isRight && stored === LINES ? undefined : `${name}: ${status}, ${stored} stored of ${LINES}`;
    },
  };
}

function authorization(name: string, { client }: BenchApi): Record<string, string> {
  return name === 'product' ? { Authorization: `Bearer ${client.token}` } : {};
}

/** What was answered is there, each once, and summed up: counts by hour and by day, and the latest result of each contract. */
async function storedFaults(client: Client, { side, source, table }: Rival): Promise<string[]> {
  const first = source.from;
  const { rows } = await client.query<{ n: string }>(
    `select count(*) as n from ${table} where timestamp > $1 and timestamp <= $2`,
    [first, first + source.made],
  );
  const faults = Number(rows[0]?.n) === source.made ? [] : [`${side.name}: ${source.made} sent, ${rows[0]?.n} stored`];
  if (table === BARE) return faults;
  const wrong = await client.query<{ counts: string; latest: string }>(SUMS);
  const { counts, latest } = wrong.rows[0] ?? { counts: '?', latest: '?' };
  if (counts !== '0' || latest !== '0')
    faults.push(`${side.name}: ${counts} wrong counts, ${latest} wrong latest results`);
  return faults;
}

const wrongCounts = (table: string, unit: string, ms: number): string => `
  (select count(*) from (
     select contract, timestamp / ${ms} as ${unit}, status, count(*) as n from contract_result group by 1, 2, 3) counted
     full join (select * from ${table} where n > 0) kept using (contract, ${unit}, status)
    where counted.n is distinct from kept.n)`;

const SUMS = `
  select ${wrongCounts('contract_result_count', 'hour', 3_600_000)} + ${wrongCounts('contract_result_day', 'day', 86_400_000)} as counts,
         (select count(*) from contract where (latest_result ->> 'timestamp')::bigint is distinct from
            (select max(timestamp) from contract_result r where r.contract = contract.node)) as latest`;
