import type { Bench, BenchOptions, BenchReport } from '../bench';
import { startFloor } from '../floor/floor-process';
import { LoadGenerator } from '../load/load-generator';
import { Pairs, type PairsResult, type Side } from '../measure/pairs';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, leaveOutOfSearch, TWO_PROCESSES, withApi, withDatabase } from '../stack/with-stack';
import { answerFaults } from './answer-check';
import { datasetFacts, seedContracts } from './dataset';
import { hotPlans } from './hot-plans';
import { makeModel } from './model-contract';
import { report, type ReadMeasures } from './read-report';
import { requestPlan } from './request-plan';

interface Size {
  readonly contracts: number;
  readonly pairs: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
  readonly warmUps: number;
}

const FULL: Size = { contracts: 100_000, pairs: 10, sliceMs: 1_500, warmUpMs: 2_000, warmUps: 12 };
const QUICK: Size = { contracts: 2_000, pairs: 8, sliceMs: 400, warmUpMs: 1_500, warmUps: 1 };

const CONNECTIONS = 32;

/** W1: a contract by its id or its name, asked for by many clients, and by one. */
export const contractRead: Bench = {
  name: 'contract-read',
  workloads: ['W1'],
  isPublished: true,
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    log(`seeding ${size.contracts} contracts`);
    await makeModel(api.client);
    await seedContracts(database.url, size.contracts);
    await leaveOutOfSearch(database.url);
    const faults = await answerFaults(api.client, size.contracts);
    const measures = await withApi(database, (two) => measured(database, { api, two }, size, log), TWO_PROCESSES);
    await api.stop();
    const plans = await hotPlans(database, size.contracts);
    const facts = await datasetFacts(database.url);
    return report({ quick, ...size, facts, poolSize: POOL_SIZE, connections: CONNECTIONS, measures, plans, faults });
  });
}

/** The API with one process, and with two. */
interface Apis {
  readonly api: BenchApi;
  readonly two: BenchApi;
}

async function measured(
  database: BenchDatabase,
  { api, two }: Apis,
  size: Size,
  log: (line: string) => void,
): Promise<ReadMeasures> {
  const floor = await startFloor(database.url, POOL_SIZE);
  const generator = await LoadGenerator.start();
  try {
    const headers = { Authorization: `Bearer ${api.client.token}` };
    const floorPlan = requestPlan(size.contracts, ({ marker }) => marker);
    const productPlan = requestPlan(size.contracts, ({ id }) => `{"id":"${id}"`);
    await generator.prepare('floor', { port: floor.port, headers: {}, requests: floorPlan });
    await generator.prepare('product', { port: api.port, headers, requests: productPlan });
    await generator.prepare('two', { port: two.port, headers, requests: productPlan });
    const product = { name: 'product', pid: api.pid, statements: () => api.statements() };
    const both = { name: 'two', pid: two.pid, statements: () => two.statements() };
    const pairs = new Pairs(generator, database.pid, { name: 'floor', pid: floor.pid }, product);
    return await phases(pairs, both, size, log);
  } finally {
    generator.stop();
    await floor.stop();
  }
}

async function phases(pairs: Pairs, both: Side, size: Size, log: (line: string) => void): Promise<ReadMeasures> {
  const order = { pairs: size.pairs, ms: size.sliceMs };
  const phase = async (what: string, connections: number, rate?: number): Promise<PairsResult> => {
    log(`${what}: ${size.pairs} pairs of ${size.sliceMs} ms`);
    return pairs.run({ ...order, connections, ...(rate === undefined ? {} : { rate }) });
  };
  await pairs.warmUp({ ms: size.warmUpMs, connections: CONNECTIONS }, size.warmUps, [both]);
  log(`${CONNECTIONS} connections, to one process and to two: ${size.pairs} turns of ${size.sliceMs} ms`);
  const together = await pairs.runBeside({ ...order, connections: CONNECTIONS }, [both]);
  const [many, two] = together as [PairsResult, PairsResult];
  await pairs.warmUp({ ms: size.warmUpMs, connections: 1 }, size.warmUps);
  const one = await phase('1 connection', 1);
  const halfLoad = await phase('half load', CONNECTIONS, many.floor.perSecond / 2);
  return { many, two, one, halfLoad };
}
