import { get, type IncomingMessage } from 'node:http';
import type { Client } from 'pg';
import { peakWhile } from '../measure/meanwhile';
import { residentMb } from '../measure/process-cost';
import type { BenchApi } from '../stack/bench-api';
import type { History } from './history';
import { PAGE } from './bare-page';

const LONGEST = 10_000;
/** Node's own histogram of the event loop's delay; its timer fires each 10 ms, and so much is in the value of an idle loop. */
const LOOP_MAX = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)/m;
const TIMER_MS = 10;

export interface LongListResult {
  readonly results: number;
  readonly floorMs: number[];
  readonly productMs: number[];
  readonly firstByteMs: number[];
  /** The longest that the event loop was held while a list went out, in ms: by list; and of an idle second. */
  readonly heldMs: number[];
  idleHeldMs: number;
  restMb: number;
  peakMb: number;
  readonly faults: string[];
}

/** W4: the longest list that one request gets, streamed. */
export async function measureLongList(
  api: BenchApi,
  client: Client,
  history: History,
  pairs: number,
): Promise<LongListResult> {
  const results = Math.min(LONGEST, history.count);
  const result: LongListResult = {
    ...{ results, floorMs: [], productMs: [], firstByteMs: [], heldMs: [], faults: [] },
    ...{ idleHeldMs: 0, restMb: 0, peakMb: 0 },
  };
  await download(api, history.contractId);
  await heldMs(api);
  await new Promise((wake) => setTimeout(wake, 1_000));
  result.idleHeldMs = await heldMs(api);
  result.restMb = residentMb(api.pid);
  for (let pair = 0; pair < pairs; pair++) {
    const start = performance.now();
    const { rows } = await client.query<{ timestamp: string }>({
      ...PAGE,
      values: [history.contractId, 0, history.end, LONGEST],
    });
    result.floorMs.push(performance.now() - start);
    await heldMs(api);
    const { result: list, peakMb } = await peakWhile(api.pid, () => download(api, history.contractId));
    result.heldMs.push(await heldMs(api));
    result.productMs.push(list.ms);
    result.firstByteMs.push(list.firstByteMs);
    result.peakMb = Math.max(result.peakMb, peakMb);
    const expected = rows.map(({ timestamp }) => Number(timestamp)).join();
    if (rows.length !== results || timesIn(list.text) !== expected)
      result.faults.push(`list ${pair}: not what the SQL gives`);
  }
  return result;
}

function timesIn(text: string): string {
  const { data } = JSON.parse(text) as { data: { timestamp: number }[] };
  return data.map(({ timestamp }) => timestamp).join();
}

/** The longest since it was asked for the last time: the histogram begins anew with each look. */
async function heldMs({ client }: BenchApi): Promise<number> {
  const text = await (await fetch(`${client.baseUrl}/metrics`)).text();
  return Math.max(0, Number(LOOP_MAX.exec(text)?.[1]) * 1_000 - TIMER_MS);
}

async function download(
  { port, client }: BenchApi,
  contractId: string,
): Promise<{ text: string; ms: number; firstByteMs: number }> {
  const start = performance.now();
  const path = `/api/v1/dataContracts/${contractId}/results?limit=${LONGEST}`;
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, resolve).once('error', reject);
  });
  const chunks: Buffer[] = [];
  let firstByteMs = 0;
  for await (const chunk of answer) {
    if (chunks.length === 0) firstByteMs = performance.now() - start;
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return { text, ms: performance.now() - start, firstByteMs };
}
