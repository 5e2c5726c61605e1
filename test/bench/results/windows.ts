import type { Client } from 'pg';
import { Asker, requestBytes } from '../load/asker';
import { median } from '../measure/quantile';
import { untilSteady } from '../measure/until-steady';
import { seededRandom } from '../measure/random';
import type { BenchApi } from '../stack/bench-api';
import { PAGE, type PageRow } from './bare-page';
import type { History } from './history';

const SEED = 20_261_120;
/** Times that each window is read by each side, in turn. */
const READS = 5;
/** Results in the shortest window: as many as the longest page has that is read here. */
const FEWEST = 100;

export interface WindowsResult {
  readonly limit: number;
  /** Medians in ms, a number for each window: of the bare server, of its statement alone, and of the product. */
  readonly floorMs: readonly number[];
  readonly statementMs: readonly number[];
  readonly productMs: readonly number[];
  /** Product ÷ bare server, and ÷ the statement alone. */
  readonly ratios: readonly number[];
  readonly statementRatios: readonly number[];
  readonly statements: number;
  readonly faults: readonly string[];
}

export interface WindowsOrder {
  readonly windows: number;
  readonly limit: number;
  /** Rounds over all windows to warm up, at most. */
  readonly warmUps: number;
  /** Of the bare server. */
  readonly floorPort: number;
}

interface WindowReader {
  readonly client: Client;
  readonly history: History;
  readonly limit: number;
  readonly token: string;
  readonly product: Asker;
  readonly floor: Asker;
}

/** In ms. */
interface WindowTimes {
  readonly floor: number;
  readonly statement: number;
  readonly product: number;
  readonly fault?: string;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** W4: windows of any length between a hundred results and all of them, anywhere in the history. */
export async function measureWindows(
  api: BenchApi,
  client: Client,
  history: History,
  { windows, limit, warmUps, floorPort }: WindowsOrder,
): Promise<WindowsResult> {
  const reader = { client, history, limit, token: api.client.token, ...(await openAskers(api.port, floorPort)) };
  const measured: WindowTimes[] = [];
  const faults: string[] = [];
  try {
    const every = someWindows(history, windows);
    await untilSteady(async () => {
      let sum = 0;
      for (const window of every) sum += (await readWindow(reader, window)).product;
      return every.length / sum;
    }, warmUps);
    const before = await api.statements();
    for (const window of every) {
      const times = await readWindow(reader, window);
      measured.push(times);
      if (times.fault !== undefined) faults.push(times.fault);
    }
    const statements = ((await api.statements()) - before) / (windows * READS);
    return {
      limit,
      floorMs: measured.map(({ floor }) => floor),
      statementMs: measured.map(({ statement }) => statement),
      productMs: measured.map(({ product }) => product),
      ratios: measured.map(({ product, floor }) => product / floor),
      statementRatios: measured.map(({ product, statement }) => product / statement),
      statements,
      faults,
    };
  } finally {
    reader.product.close();
    reader.floor.close();
  }
}

async function openAskers(productPort: number, floorPort: number): Promise<Pick<WindowReader, 'product' | 'floor'>> {
  return { product: await Asker.open(productPort), floor: await Asker.open(floorPort) };
}

async function readWindow(reader: WindowReader, { from, to }: Window): Promise<WindowTimes> {
  const { client, history, limit, token, product, floor } = reader;
  const { contractId } = history;
  const path = `/api/v1/dataContracts/${contractId}/results?startTs=${from}&endTs=${to}&limit=${limit}`;
  const request = requestBytes('GET', path, { Authorization: `Bearer ${token}` });
  const bare = requestBytes('GET', `/${contractId}/${from}/${to}/${limit}`, {});
  const times = { floor: [] as number[], statement: [] as number[], product: [] as number[] };
  let fault: string | undefined;
  for (let read = 0; read < READS; read++) {
    const start = performance.now();
    const { rows } = await client.query<PageRow>({ ...PAGE, values: [contractId, from, to, limit] });
    times.statement.push(performance.now() - start);
    times.floor.push((await floor.ask(bare)).ms);
    const answer = await product.ask(request);
    times.product.push(answer.ms);
    fault ??= read === 0 ? pageFault(answer.body, rows, history, { from, to }) : undefined;
  }
  return {
    floor: median(times.floor),
    statement: median(times.statement),
    product: median(times.product),
    ...(fault !== undefined && { fault: `${path}: ${fault}` }),
  };
}

/** The same rows as the floor, and the total as it follows from how the history was made. */
function pageFault(body: Buffer, rows: readonly PageRow[], history: History, { from, to }: Window): string | undefined {
  const page = JSON.parse(body.toString()) as { data: { id: string; timestamp: number }[]; paging: { total: number } };
  const expected = rows.map(({ id, timestamp }) => `${id} ${timestamp}`).join();
  const found = page.data.map(({ id, timestamp }) => `${id} ${timestamp}`).join();
  if (expected !== found) return 'other results than the SQL gives';
  const place = (time: number): number => (time - history.start) / history.stepMs;
  const total = Math.min(history.count - 1, Math.floor(place(to))) - Math.max(0, Math.ceil(place(from))) + 1;
  return page.paging.total === total ? undefined : `the total is ${page.paging.total} instead of ${total}`;
}

function someWindows({ start, end, stepMs, count }: History, windows: number): Window[] {
  const random = seededRandom(SEED);
  return Array.from({ length: windows }, () => {
    // As many windows of some hours as of some months.
    const length = Math.floor(stepMs * FEWEST * (count / FEWEST) ** random());
    const from = start + Math.floor(random() * (end - start - length));
    return { from, to: from + length };
  });
}
