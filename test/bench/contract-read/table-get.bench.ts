import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seedContracts, seededTable } from './dataset';
import { makeModel } from './model-contract';
import { faultsOf, phaseRows, rowsOfTwo } from './read-report';
import { pathOf, zipfPlan } from './request-plan';
import { startFloor } from '../floor/floor-process';
import { LoadGenerator } from '../load/load-generator';
import { Pairs, type PairsResult, type Side } from '../measure/pairs';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, leaveOutOfSearch, TWO_PROCESSES, withApi, withDatabase } from '../stack/with-stack';

interface Size {
  readonly tables: number;
  readonly pairs: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
  readonly warmUps: number;
}

const FULL: Size = { tables: 20_000, pairs: 10, sliceMs: 1_500, warmUpMs: 2_000, warmUps: 12 };
const QUICK: Size = { tables: 1_000, pairs: 8, sliceMs: 400, warmUpMs: 1_500, warmUps: 1 };

const CONNECTIONS = 32;
/** Product ÷ floor that we aim at. */
const TARGET = { many: 1, one: 0.7 };

const SEED = 20_261_112;
const REQUESTS = 10_000;
const ROOT = '/api/v1/tables';
/** What is asked first: the columns come unasked. */
const SAMPLES = 50;

/** W12: a table with its 20 columns by its id or its name, asked for by many clients, and by one. */
export const tableGet: Bench = {
  name: 'table-get',
  workloads: ['W12'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    log(`seeding ${size.tables} tables`);
    await makeModel(api.client);
    await seedContracts(database.url, size.tables);
    await leaveOutOfSearch(database.url);
    const faults = await answerFaults(api);
    const [many, two, one] = await withApi(
      database,
      (both) => measured(database, [api, both], size, log),
      TWO_PROCESSES,
    );
    return {
      name: 'table-get',
      title: 'GET of a table by id and by name',
      setting: [
        `${size.tables} tables of 20 columns; fixed seed${quick ? ' (--quick)' : ''}`,
        '80 % by id, 20 % by FQN, Zipf (exponent 1), 20 % with If-None-Match, answered with 304',
        `${size.pairs} pairs of slices of ${size.sliceMs} ms, floor, product and product of two processes in turn; ${POOL_SIZE} database connections for each process; embedded PostgreSQL, durable`,
        'Product: the API with its default settings. Floor: bare node:http + pg, one prepared statement that returns body and details as text',
      ],
      measures: [
        ...phaseRows(`${CONNECTIONS} connections`, many, TARGET.many),
        ...rowsOfTwo(CONNECTIONS, two, TARGET.many),
        ...phaseRows('1 connection', one, TARGET.one),
      ],
      plans: {},
      faults: [...faults, ...faultsOf('many', many), ...faultsOf('two', two), ...faultsOf('one', one)],
      raw: { quick, many, two, one },
    };
  });
}

/** @returns many connections to the API of one process, to that of two, and one connection */
async function measured(
  database: BenchDatabase,
  [api, both]: readonly [BenchApi, BenchApi],
  size: Size,
  log: (line: string) => void,
): Promise<[PairsResult, PairsResult, PairsResult]> {
  const environment = { FLOOR_TYPE: 'table', FLOOR_COLLECTION: 'tables', FLOOR_TEXT: 'body::text || details::text' };
  const floor = await startFloor(database.url, POOL_SIZE, undefined, environment);
  const generator = await LoadGenerator.start();
  try {
    const headers = { Authorization: `Bearer ${api.client.token}` };
    // Either answer holds the last column.
    const requests = zipfPlan(SEED, REQUESTS, size.tables, (n, random) => ({
      path: pathOf(ROOT, seededTable(n), random),
      expects: 'measure_20',
    }));
    await generator.prepare('floor', { port: floor.port, headers: {}, requests });
    await generator.prepare('product', { port: api.port, headers, requests });
    await generator.prepare('two', { port: both.port, headers, requests });
    const product = { name: 'product', pid: api.pid, statements: () => api.statements() };
    const pairs = new Pairs(generator, database.pid, { name: 'floor', pid: floor.pid }, product);
    const two = { name: 'two', pid: both.pid, statements: () => both.statements() };
    const phase = async (connections: number, others: readonly Side[]): Promise<readonly PairsResult[]> => {
      log(`${connections} connections: ${size.pairs} turns of ${size.sliceMs} ms`);
      await pairs.warmUp({ ms: size.warmUpMs, connections }, size.warmUps, others);
      return pairs.runBeside({ pairs: size.pairs, ms: size.sliceMs, connections }, others);
    };
    const results = [...(await phase(CONNECTIONS, [two])), ...(await phase(1, []))];
    return results as [PairsResult, PairsResult, PairsResult];
  } finally {
    generator.stop();
    await floor.stop();
  }
}

/** Whole answers, alone and among others. */
async function answerFaults({ client }: BenchApi): Promise<string[]> {
  const tables = Array.from({ length: SAMPLES }, (_, at) => seededTable(at + 1));
  const answers = await Promise.all(
    tables.flatMap(({ id, fqn }) => [
      client.get(`/tables/${id}`),
      client.get(`/tables/name/${encodeURIComponent(fqn)}`),
    ]),
  );
  return answers.flatMap(({ status, body }, at) => {
    const { id, columns } = body as { id: string; columns?: unknown[] };
    const isRight = status === 200 && id === tables[Math.floor(at / 2)]?.id && columns?.length === 20;
    return isRight ? [] : [`table ${Math.floor(at / 2) + 1}: ${status} ${JSON.stringify(body).slice(0, 200)}`];
  });
}
