import { startFloor } from '../floor/floor-process';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { LoadGenerator } from '../load/load-generator';
import type { PlannedRequest } from '../load/load-message';
import { pairText } from '../measure/pair-text';
import { Pairs, type PairsResult } from '../measure/pairs';
import { median } from '../measure/quantile';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, leaveOutOfSearch, withApi, withDatabase } from '../stack/with-stack';
import { seedContracts, seededContract } from './dataset';
import { effectivePath, INHERITED_RULE, inheritanceFaults, makeInheritance } from './inheritance';
import { makeModel } from './model-contract';
import { OTHER_STATEMENTS, sideText } from './read-report';
import { zipfPlan } from './request-plan';

interface Size {
  readonly contracts: number;
  readonly pairs: number;
  readonly sliceMs: number;
  readonly warmUpMs: number;
  readonly warmUps: number;
}

const FULL: Size = { contracts: 10_000, pairs: 8, sliceMs: 1_200, warmUpMs: 2_000, warmUps: 12 };
const QUICK: Size = { contracts: 1_000, pairs: 8, sliceMs: 400, warmUpMs: 1_500, warmUps: 1 };

const CONNECTIONS = [32, 1];
/** Effective ÷ plain read of the product that we aim at. */
const TARGET = 0.8;
/** Which contracts apply, whether what is cached of them is current, and the rights of the caller. */
const STATEMENTS = 3;

const SEED = 20_261_123;
const REQUESTS = 10_000;
const ROOT = '/api/v1';

interface Measured {
  readonly connections: number;
  readonly floor: PairsResult;
  /** Beside the product's own read of a contract by its id, as W1 has it. */
  readonly plain: PairsResult;
}

/** W8: the contract of a table with what it inherits from the one of its data product, asked for by the table. */
export const effectiveContract: Bench = {
  name: 'effective-contract',
  workloads: ['W8'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    log(`seeding ${size.contracts} contracts`);
    await makeModel(api.client);
    await seedContracts(database.url, size.contracts);
    await makeInheritance(api.client, database.url, size.contracts);
    await leaveOutOfSearch(database.url);
    const faults = await inheritanceFaults(api.client);
    const measured = await measure(database, api, size, log);
    return {
      name: 'effective-contract',
      title: 'The effective contract of a table, with what it inherits',
      setting: [
        `${size.contracts} tables with a contract each, all part of one data product, from whose contract each inherits a rule; fixed seed${quick ? ' (--quick)' : ''}`,
        'Asked for by the id of the table, Zipf (exponent 1), 20 % with If-None-Match, answered with 304',
        `${size.pairs} pairs of slices of ${size.sliceMs} ms, floor and product in turn; ${POOL_SIZE} database connections each; embedded PostgreSQL, durable`,
        'Floor: that of W1, which reads one contract by its own id and merges nothing. Plain: the product’s own read of the same contracts by their ids, in turn with the effective one',
      ],
      measures: measured.flatMap(rows),
      plans: {},
      faults: [...faults, ...measured.flatMap(faultsOf)],
      raw: { quick, measured },
    };
  });
}

async function measure(
  database: BenchDatabase,
  api: BenchApi,
  size: Size,
  log: (line: string) => void,
): Promise<Measured[]> {
  const floor = await startFloor(database.url, POOL_SIZE);
  const generator = await LoadGenerator.start();
  try {
    const headers = { Authorization: `Bearer ${api.client.token}` };
    const byId = (n: number): string => `/dataContracts/${seededContract(n).id}`;
    const marked = (n: number): string => seededContract(n).marker;
    await generator.prepare('floor', { port: floor.port, headers: {}, requests: plan(size.contracts, byId, marked) });
    await generator.prepare('plain', { port: api.port, headers, requests: plan(size.contracts, byId, marked) });
    const effective = plan(size.contracts, effectivePath, () => INHERITED_RULE);
    await generator.prepare('effective', { port: api.port, headers, requests: effective });
    const side = (name: string) => ({ name, pid: api.pid, statements: () => api.statements() });
    const beside = {
      floor: new Pairs(generator, database.pid, { name: 'floor', pid: floor.pid }, side('effective')),
      plain: new Pairs(generator, database.pid, side('plain'), side('effective')),
    };
    const measured: Measured[] = [];
    for (const connections of CONNECTIONS) {
      log(`${connections} connections: twice ${size.pairs} pairs of ${size.sliceMs} ms`);
      for (const pairs of Object.values(beside))
        await pairs.warmUp({ ms: size.warmUpMs / 2, connections }, size.warmUps);
      const order = { pairs: size.pairs, ms: size.sliceMs, connections };
      measured.push({ connections, floor: await beside.floor.run(order), plain: await beside.plain.run(order) });
    }
    return measured;
  } finally {
    generator.stop();
    await floor.stop();
  }
}

/** The same contracts in the same order for all. */
function plan(count: number, path: (n: number) => string, expects: (n: number) => string): PlannedRequest[] {
  return zipfPlan(SEED, REQUESTS, count, (n) => ({ path: ROOT + path(n), expects: expects(n) }));
}

function rows({ connections, floor, plain }: Measured): Measure[] {
  const ratioRow = (beside: string, { throughputRatios }: PairsResult): Measure => {
    const ratio = median(throughputRatios);
    return {
      what: `${connections} connections: requests/s, product ÷ ${beside}`,
      value: pairText(throughputRatios),
      ...(beside === 'plain read' && { target: { text: `≥ ${TARGET}`, met: ratio >= TARGET } }),
    };
  };
  return [
    ratioRow('floor', floor),
    ratioRow('plain read', plain),
    { what: `${connections} connections: product`, value: sideText(plain.product) },
    { what: `${connections} connections: plain read`, value: sideText(plain.floor) },
    { what: `${connections} connections: floor`, value: sideText(floor.floor) },
  ];
}

function faultsOf({ connections, floor, plain }: Measured): string[] {
  const all = [floor.floor, floor.product, plain.floor, plain.product];
  const faults = all.flatMap((side) => side.faults).map((fault) => `${connections} connections: ${fault}`);
  const { statements = 0, requests } = plain.product;
  if (statements > STATEMENTS * requests + OTHER_STATEMENTS)
    faults.push(`${connections} connections: ${statements} statements for ${requests} requests`);
  return faults;
}
