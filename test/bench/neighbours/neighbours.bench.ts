import { join } from 'node:path';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { startFloor } from '../floor/floor-process';
import { makeGraph, type GraphSize } from '../lineage-export/made-graph';
import { LoadGenerator } from '../load/load-generator';
import type { PlannedRequest } from '../load/load-message';
import { median } from '../measure/quantile';
import { pairText } from '../measure/pair-text';
import { Pairs, type PairsResult } from '../measure/pairs';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, withApi, withDatabase } from '../stack/with-stack';

/** As large as the graph of a published dbt project. */
const GRAPH: GraphSize = { nodes: 1_183, random: 2_640, hubs: 2, neighbours: 30, selves: 0, pairs: 0, diamonds: 0 };
const FULL = { pairs: 8, sliceMs: 800, warmUpMs: 2_000, warmUps: 12 };
const QUICK = { pairs: 8, sliceMs: 250, warmUpMs: 1_000, warmUps: 1 };

const HOPS = [2, 3];
const MOST_TIMES = 1.3;
/** For who may view all assets of the type, and for the rights of the caller. */
const STATEMENTS = 2;
/** What the process asks for by itself meanwhile. */
const OTHER_STATEMENTS = 40;

interface Measured {
  readonly hops: number;
  readonly result: PairsResult;
}

/** W14: what is around a table, two and three hops to both sides, by its name. */
export const neighbours: Bench = {
  name: 'neighbours',
  workloads: ['W14'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const slices = quick ? QUICK : FULL;
    const { edges, measured } = await withDatabase((database) => onDatabase(database, slices, log));
    return report(quick, slices, edges, measured);
  },
};

async function onDatabase(
  database: BenchDatabase,
  slices: typeof FULL,
  log: BenchOptions['log'],
): Promise<{ edges: number; measured: Measured[] }> {
  const { edges, others } = await makeGraph(database.url, GRAPH);
  return withApi(database, async (api) => {
    const floor = await startFloor(database.url, POOL_SIZE, join(__dirname, 'floor.main.js'));
    const generator = await LoadGenerator.start();
    const headers = { Authorization: `Bearer ${api.client.token}` };
    const product = { name: 'product', pid: api.pid, statements: () => api.statements() };
    const pairs = new Pairs(generator, database.pid, { name: 'floor', pid: floor.pid }, product);
    try {
      const measured: Measured[] = [];
      for (const hops of HOPS) {
        log(`${hops} hops`);
        const ask = (path: (fqn: string) => string): PlannedRequest[] =>
          others.map((fqn) => ({ path: path(encodeURIComponent(fqn)), expects: fqn, conditional: false }));
        const depths = `upstreamDepth=${hops}&downstreamDepth=${hops}`;
        await generator.prepare('floor', {
          port: floor.port,
          headers: {},
          requests: ask((fqn) => `/${fqn}?hops=${hops}`),
        });
        await generator.prepare('product', {
          port: api.port,
          headers,
          requests: ask((fqn) => `/api/v1/lineage/table/name/${fqn}?${depths}`),
        });
        await pairs.warmUp({ ms: slices.warmUpMs, connections: 1 }, slices.warmUps);
        measured.push({ hops, result: await pairs.run({ pairs: slices.pairs, ms: slices.sliceMs, connections: 1 }) });
      }
      return { edges, measured };
    } finally {
      generator.stop();
      await floor.stop();
    }
  });
}

function report(
  quick: boolean,
  { pairs, sliceMs }: typeof FULL,
  edges: number,
  measured: readonly Measured[],
): BenchReport {
  return {
    name: 'neighbours',
    title: 'What is around a table, two and three hops away',
    setting: [
      `${GRAPH.nodes} tables, ${edges} edges, ${GRAPH.hubs} of the tables with ${GRAPH.neighbours} more on each side; 50 tables asked for by name; fixed seed${quick ? ' (--quick)' : ''}`,
      `${pairs} pairs of slices of ${sliceMs} ms, floor and product in turn, 1 connection; embedded PostgreSQL`,
      'Product: the API with its default settings (token, permission, each edge once and in order, its details and columns, log line). Floor: bare node:http + pg, one prepared breadth-first search by sets to both sides that returns its text',
    ],
    measures: measured.flatMap(rows),
    plans: {},
    faults: measured.flatMap(({ hops, result }) => faultsOf(hops, result)),
    raw: { quick, measured },
  };
}

function rows({ hops, result: { floor, product, throughputRatios } }: Measured): Measure[] {
  const times = throughputRatios.map((ratio) => 1 / ratio);
  const ratio = median(times);
  return [
    {
      what: `${hops} hops: time, product ÷ floor`,
      value: pairText(times),
      target: { text: `≤ ${MOST_TIMES}`, met: ratio <= MOST_TIMES },
    },
    { what: `${hops} hops: product`, value: sideText(product) },
    { what: `${hops} hops: floor`, value: sideText(floor) },
  ];
}

function sideText({ perSecond, p50, p95, cpuMicros, databaseCpuMicros }: PairsResult['floor']): string {
  const times = `p50/p95 ${p50.toFixed(2)}/${p95.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s, ${times}, CPU ${cpuMicros.toFixed(0)} µs + PostgreSQL ${databaseCpuMicros.toFixed(0)} µs`;
}

function faultsOf(hops: number, { floor, product }: PairsResult): string[] {
  const faults = [...floor.faults, ...product.faults].map((fault) => `${hops} hops: ${fault}`);
  const { statements = 0, requests } = product;
  if (statements > STATEMENTS * requests + OTHER_STATEMENTS)
    faults.push(`${hops} hops: ${statements} statements for ${requests} requests`);
  return faults;
}
