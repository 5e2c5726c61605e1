import type { Client } from 'pg';
import { Asker, requestBytes } from '../load/asker';
import { median } from '../measure/quantile';
import { seededRandom } from '../measure/random';
import type { BenchApi } from '../stack/bench-api';
import type { History } from './history';

const SEED = 20_261_120;
/** Times that each window is read by each side, in turn. */
const READS = 5;
/** Results in the shortest window: as many as the longest page has that is read here. */
const FEWEST = 100;

export interface WindowsResult {
  readonly limit: number;
  /** Medians in ms, a number for each window. */
  readonly floorMs: readonly number[];
  readonly productMs: readonly number[];
  readonly ratios: readonly number[];
  readonly statements: number;
  readonly faults: readonly string[];
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** The floor: the page's rows alone, without the total and without cursors. */
export const PAGE = {
  name: 'floor-page',
  text: `select id, timestamp, status, body::text from contract_result
          where contract = (select node from entity where id = $1) and timestamp between $2 and $3
          order by timestamp desc limit $4`,
};

/** W4: windows of any length between a hundred results and all of them, anywhere in the history. */
export async function measureWindows(
  api: BenchApi,
  client: Client,
  history: History,
  { windows, limit }: { readonly windows: number; readonly limit: number },
): Promise<WindowsResult> {
  const asker = await Asker.open(api.port);
  const result = { limit, floorMs: [] as number[], productMs: [] as number[], ratios: [] as number[] };
  const faults: string[] = [];
  try {
    const every = someWindows(history, windows);
    for (const window of every.slice(0, 10)) await bothWays(api, client, asker, history, window, limit);
    const before = await api.statements();
    for (const window of every) {
      const { floor, product, fault } = await bothWays(api, client, asker, history, window, limit);
      result.floorMs.push(floor);
      result.productMs.push(product);
      result.ratios.push(product / floor);
      if (fault !== undefined) faults.push(fault);
    }
    return { ...result, statements: ((await api.statements()) - before) / (windows * READS), faults };
  } finally {
    asker.close();
  }
}

async function bothWays(
  { client: { token } }: BenchApi,
  client: Client,
  asker: Asker,
  history: History,
  { from, to }: Window,
  limit: number,
): Promise<{ floor: number; product: number; fault?: string }> {
  const path = `/api/v1/dataContracts/${history.contractId}/results?startTs=${from}&endTs=${to}&limit=${limit}`;
  const request = requestBytes('GET', path, { Authorization: `Bearer ${token}` });
  const [floor, product]: [number[], number[]] = [[], []];
  let fault: string | undefined;
  for (let read = 0; read < READS; read++) {
    const start = performance.now();
    const { rows } = await client.query<{ id: string; timestamp: string }>({
      ...PAGE,
      values: [history.contractId, from, to, limit],
    });
    floor.push(performance.now() - start);
    const answer = await asker.ask(request);
    product.push(answer.ms);
    fault ??= read === 0 ? pageFault(answer.body, rows, history, { from, to }) : undefined;
  }
  return { floor: median(floor), product: median(product), ...(fault !== undefined && { fault: `${path}: ${fault}` }) };
}

/** The same rows as the floor, and the total as it follows from how the history was made. */
function pageFault(
  body: Buffer,
  rows: readonly { id: string; timestamp: string }[],
  history: History,
  { from, to }: Window,
): string | undefined {
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
