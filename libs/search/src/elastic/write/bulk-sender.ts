import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { searchUnavailable } from '../client/circuit-breaker';
import { isAway, searchFailure } from '../client/server-faults';
import type { BulkOperation } from './bulk-operation';

/** Request time-out of a bulk, in ms. */
const ANSWER_MS = 30_000;
/** Pauses before what the server had no room for is sent again, in ms. */
const PAUSES_MS = [100, 300, 1_000, 3_000];

/** The outcome of one operation at one alias. */
export type Fate = 'written' | 'late' | 'missing' | { readonly reason: string };

interface Item {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string | null };
}

const isBusy = ({ status }: Item): boolean => status === 429 || status >= 500;

function fateOf({ status, error }: Item): Fate {
  if (error?.type === 'index_not_found_exception') return 'missing';
  // Removing a missing document counts as success.
  if (status < 300 || (status === 404 && !error)) return 'written';
  if (status === 409) return 'late';
  return { reason: error?.reason ?? `status ${status}` };
}

const log = new Logger('Search');

/** Refused by the index for good; the others are not touched by that. */
function tellRefused(operations: readonly BulkOperation[], fates: readonly Fate[]): void {
  const refused = operations.flatMap(({ node }, at) => {
    const fate = fates[at];
    return typeof fate === 'object' ? [`node ${node}: ${fate.reason}`] : [];
  });
  if (refused.length) log.error(`${refused.length} documents cannot be indexed, the first is ${refused[0]}`);
}

/** Sends operations as one bulk, and again those for which the server had no room. */
export class BulkSender {
  /** @param pausesMs before each further try */
  constructor(
    private readonly client: Client,
    private readonly pausesMs: readonly number[] = PAUSES_MS,
  ) {}

  /**
   * @returns the fate of each operation, in the order given
   * @throws {AppError} SERVICE_UNAVAILABLE; what of the bulk was done is then unknown, and sending it again does no harm
   */
  async send(alias: string, operations: readonly BulkOperation[], visible: boolean): Promise<Fate[]> {
    const fates = new Map<BulkOperation, Fate>();
    let left = operations;
    for (const ms of [0, ...this.pausesMs]) {
      await pause(ms);
      const items = await this.once(alias, left, visible);
      const busy = left.filter((_, at) => isBusy(items[at] as Item));
      left.forEach((operation, at) => fates.set(operation, fateOf(items[at] as Item)));
      left = busy;
      if (busy.length > 0) continue;
      const all = operations.map((operation) => fates.get(operation) as Fate);
      tellRefused(operations, all);
      return all;
    }
    throw searchUnavailable();
  }

  private async once(alias: string, operations: readonly BulkOperation[], visible: boolean): Promise<Item[]> {
    const lines = operations.flatMap((operation) => operation.lines(alias));
    try {
      const answer = await this.client.bulk(
        { operations: lines, ...(visible && { refresh: 'wait_for' as const }) },
        { requestTimeout: ANSWER_MS },
      );
      return answer.items.map((item) => Object.values(item)[0] as Item);
    } catch (error) {
      // The server refused the whole bulk because it is overloaded.
      if (isTooBusy(error)) return operations.map(() => ({ status: 429 }));
      throw isAway(error) ? searchFailure(error) : error;
    }
  }
}

const isTooBusy = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 429;
