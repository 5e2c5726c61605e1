import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { during, peakWhile } from '../measure/meanwhile';
import { residentMb } from '../measure/process-cost';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { withApi, withDatabase } from '../stack/with-stack';
import { download, sip } from './export-client';
import { ExportFloor, type Asked } from './export-floor';
import { report, type CaseResult, type OthersResult, type SlowResult } from './export-report';
import { makeGraph, type GraphSize, type MadeGraph } from './made-graph';
import { Neighbours } from './neighbours';

interface Size {
  readonly graph: GraphSize;
  /** Pairs of floor and product: around nodes of chance, around a hub by one hop, and by three. */
  readonly pairs: readonly [number, number, number];
  readonly sliceMs: number;
  readonly slowMs: number;
}

const FULL: Size = {
  graph: {
    nodes: 400_000,
    random: 780_000,
    hubs: 10,
    neighbours: 10_000,
    selves: 1_000,
    pairs: 5_000,
    diamonds: 5_000,
  },
  pairs: [40, 12, 8],
  sliceMs: 6_000,
  slowMs: 10_000,
};
const QUICK: Size = {
  graph: { nodes: 10_000, random: 20_000, hubs: 4, neighbours: 2_000, selves: 100, pairs: 100, diamonds: 100 },
  pairs: [10, 3, 3],
  sliceMs: 1_500,
  slowMs: 3_000,
};

/** Pairs of slices of the others' requests: alone, and beside an export that never pauses. */
const SLICES = 3;

/** Before memory is read the API has served an export of the kind, and was idle for so long. */
const IDLE_MS = 2_000;

/** W6: the lineage of an asset as CSV. */
export const lineageExport: Bench = {
  name: 'lineage-export',
  workloads: ['W6'],
  async run(options: BenchOptions): Promise<BenchReport> {
    return withDatabase((database) => withApi(database, (api) => measureAll(database, api, options)));
  },
};

async function measureAll(database: BenchDatabase, api: BenchApi, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  log('making the graph');
  const graph = await makeGraph(database.url, size.graph);
  log(`${graph.edges} edges`);
  const hub = { fqn: graph.hubs[0] as string, up: 3, down: 3 };
  const cases: CaseResult[] = [];
  for (const [what, asked, pairs] of casesOf(graph, size)) {
    log(`${what}: ${pairs} pairs`);
    cases.push(await measured(database, api, what, asked, pairs));
  }
  const unordered = await unorderedFloor(database, hub);
  log('others meanwhile');
  const others = await othersMeanwhile(database, api, graph, hub, size);
  log('a slow reader');
  const slow = await slowReader(database, api, graph, hub, size);
  return report({ quick, size: size.graph, graph, cases, unordered, others, slow });
}

function casesOf({ hubs, others }: MadeGraph, { pairs }: Size): [string, Asked[], number][] {
  const [hub] = hubs as [string];
  return [
    ['node of chance, 1×1', others.map((fqn) => ({ fqn, up: 1, down: 1 })), pairs[0]],
    ['hub, 1×1', [{ fqn: hub, up: 1, down: 1 }], pairs[1]],
    ['hub, 3×3', [{ fqn: hub, up: 3, down: 3 }], pairs[2]],
  ];
}

/** Floor, product, floor, product …: both give the same rows, which is looked at when the time was taken. */
async function measured(
  { url }: BenchDatabase,
  api: BenchApi,
  what: string,
  asked: readonly Asked[],
  pairs: number,
): Promise<CaseResult> {
  const floor = await ExportFloor.open(url, true);
  const result = { what, rows: 0, floorMs: [] as number[], productMs: [] as number[], firstByteMs: [] as number[] };
  const faults: string[] = [];
  let peakMb = 0;
  try {
    const restMb = await warmedUp(floor, api, asked[0] as Asked);
    for (let pair = 0; pair < pairs; pair++) {
      const one = asked[pair % asked.length] as Asked;
      const start = performance.now();
      const bare = await floor.run(one);
      result.floorMs.push(performance.now() - start);
      const { result: file, peakMb: peak } = await peakWhile(api.pid, () => download(api, one));
      result.productMs.push(file.ms);
      result.firstByteMs.push(file.firstByteMs);
      peakMb = Math.max(peakMb, peak);
      const [expected, got] = [digest(bare), digest(file.chunks)];
      result.rows += expected.rows;
      if (got.rows !== expected.rows + 1 || got.hash !== expected.hash)
        faults.push(`${what}: ${one.fqn} gave ${got.rows - 1} rows that are not the ${expected.rows} of the floor`);
    }
    return { ...result, rows: result.rows / pairs, restMb, peakMb, faults };
  } finally {
    await floor.close();
  }
}

/** Both have done once what is measured. @returns the API's memory when it has been idle again, in MB */
async function warmedUp(floor: ExportFloor, api: BenchApi, asked: Asked): Promise<number> {
  await floor.run(asked);
  await download(api, asked);
  await new Promise((wake) => setTimeout(wake, IDLE_MS));
  return residentMb(api.pid) || 0;
}

/** Of the rows without the header, whatever ends their lines. */
function digest(chunks: readonly Buffer[]): { rows: number; hash: string } {
  const text = Buffer.concat(chunks).toString('latin1').replaceAll('\r\n', '\n');
  const from = text.startsWith('fromEntityFQN,') ? text.indexOf('\n') + 1 : 0;
  return { rows: text.match(/\n/g)?.length ?? 0, hash: createHash('sha1').update(text.slice(from)).digest('hex') };
}

async function unorderedFloor({ url }: BenchDatabase, asked: Asked): Promise<number> {
  const floor = await ExportFloor.open(url, false);
  try {
    await floor.run(asked);
    const start = performance.now();
    await floor.run(asked);
    return performance.now() - start;
  } finally {
    await floor.close();
  }
}

/** Others alone, beside exports and beside the floor of the same: on few cores bare SQL takes from others as well. */
async function othersMeanwhile(
  { url }: BenchDatabase,
  api: BenchApi,
  { others }: MadeGraph,
  asked: Asked,
  { sliceMs }: Size,
): Promise<OthersResult> {
  const neighbours = await Neighbours.start(api, others);
  const floor = await ExportFloor.open(url, true);
  const p99s = { alone: [] as number[], beside: [] as number[], besideFloor: [] as number[] };
  let exports = 0;
  const faults: string[] = [];
  const slice = async (into: number[], work?: () => Promise<unknown>): Promise<void> => {
    const { p99, faults: met } = await during(work, () => neighbours.run(sliceMs));
    into.push(p99);
    faults.push(...met);
  };
  try {
    await neighbours.run(sliceMs / 2);
    for (let round = 0; round < SLICES; round++) {
      await slice(p99s.alone);
      await slice(p99s.beside, async () => {
        await download(api, asked);
        exports++;
      });
      await slice(p99s.besideFloor, () => floor.run(asked));
    }
    return { ...p99s, exports, faults };
  } finally {
    await floor.close();
    neighbours.stop();
  }
}

/** A few readers at 10 KB/s: what the service holds for them, and how others fare. */
async function slowReader(
  { url }: BenchDatabase,
  api: BenchApi,
  { others }: MadeGraph,
  asked: Asked,
  { slowMs }: Size,
): Promise<SlowResult> {
  const neighbours = await Neighbours.start(api, others);
  const watch = new Client({ connectionString: url });
  await watch.connect();
  const restMb = residentMb(api.pid);
  const readers: Awaited<ReturnType<typeof sip>>[] = [];
  try {
    const alone = await neighbours.run(slowMs / 2);
    for (let reader = 0; reader < 4; reader++) readers.push(await sip(api, asked));
    const { peakMb } = await peakWhile(api.pid, () => new Promise((wake) => setTimeout(wake, slowMs)));
    const beside = await neighbours.run(slowMs / 2);
    const { rows } = await watch.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name like 'metadata-catalog%'
        and (state like 'idle in transaction%' or state = 'active')`,
    );
    const taken = readers.reduce((sum, reader) => sum + reader.taken(), 0);
    return {
      readers: readers.length,
      taken,
      held: rows[0]?.n ?? 0,
      restMb,
      peakMb,
      alone: alone.p99,
      beside: beside.p99,
    };
  } finally {
    for (const reader of readers) reader.close();
    neighbours.stop();
    await watch.end();
  }
}
