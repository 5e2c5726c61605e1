import { seededContract } from '../contract-read/dataset';
import { Asker, requestBytes } from '../load/asker';
import { Backlog } from './backlog';
import type { Rivals } from './rivals';

export interface BehindResult {
  readonly backlog: number;
  /** Runs of the backlog that were open when the last one was asked for. */
  readonly left: number;
  /** In ms, of each: from the request to the answer, and to the start of the run. */
  readonly answerMs: number[];
  readonly startMs: number[];
  readonly faults: string[];
}

export interface BehindSize {
  readonly backlog: number;
  /** How often it is asked. */
  readonly times: number;
  readonly log: (line: string) => void;
}

/** W2d: contract no. 1 is asked for again and again, while the worker goes through runs of all the others that nobody waits for. */
export async function measureBehind(
  rivals: Rivals,
  { backlog: backlogSize, times, log }: BehindSize,
): Promise<BehindResult> {
  const backlog = await Backlog.connect(rivals.backend);
  let asker: Asker | undefined;
  const result = { backlog: backlogSize, answerMs: [] as number[], startMs: [] as number[], faults: [] as string[] };
  const path = `/api/v1/dataContracts/${seededContract(1).id}/validate`;
  const request = requestBytes('POST', path, { Authorization: `Bearer ${rivals.api.client.token}`, Prefer: 'wait=60' });
  try {
    await backlog.queueRuns(2, backlogSize + 1, 'batch', log);
    log(`all are queued, ${await backlog.unfinished('product', 'batch')} of them still wait`);
    // Not before: the API closes a connection on which nothing is asked for some seconds.
    asker = await Asker.open(rivals.api.port);
    for (let n = 0; n < times; n++) {
      const { status, body, ms } = await asker.ask(request);
      const { executionTime, contractExecutionStatus } = JSON.parse(body.toString()) as {
        executionTime?: number;
        contractExecutionStatus?: string;
      };
      if (status !== 200 || contractExecutionStatus !== 'PartialSuccess' || executionTime === undefined)
        result.faults.push(`behind the backlog: ${status} ${body.toString()}`);
      result.answerMs.push(ms);
      result.startMs.push(ms - (executionTime ?? 0));
    }
    const left = await backlog.unfinished('product', 'batch');
    if (left === 0) result.faults.push('the backlog was done before the last request');
    return { ...result, left };
  } finally {
    asker?.close();
    await backlog.close();
  }
}
