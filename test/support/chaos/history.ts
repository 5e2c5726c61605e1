import { randomUUID } from 'node:crypto';
import type { RestAnswer, RestClient } from '../rest-client';
import type { Accepted, ShownResult } from './invariants';

/** A call, and what came of it: a status, or why there was none. */
export interface Call {
  readonly what: string;
  readonly sentAt: number;
  readonly tookMs: number;
  readonly answer: number | string;
}

/** Between two tries of a call that was not answered, in ms. */
const REST_MS = 100;

/** A client that notes every call it makes, and repeats what was not answered, under the same Idempotency-Key. */
export class History {
  readonly calls: Call[] = [];
  readonly accepted: Accepted[] = [];
  joined = 0;
  replayed = 0;

  /** @param isKeyed false for requests that are to be as plain as those of a browser: each is then a new one */
  constructor(
    readonly client: RestClient,
    private readonly isKeyed = true,
  ) {}

  /**
   * Asks for a run until it is acknowledged, or till `deadline` (epoch ms).
   * @throws {Error} with the last answer after the deadline, or on an answer that no fault explains
   */
  async validate(contractId: string, deadline: number, prefer = 'respond-async'): Promise<ShownResult> {
    const headers = { prefer, ...(this.isKeyed ? { 'idempotency-key': randomUUID() } : {}) };
    const sentAt = Date.now();
    for (;;) {
      const answer = await this.noted('validate', () =>
        this.client.post<ShownResult>(`/dataContracts/${contractId}/validate`, undefined, headers),
      );
      if (answer && answer.status < 300) {
        this.accepted.push({ resultId: answer.body.id, contractId, sentAt });
        if (answer.headers.has('x-validation-joined')) this.joined++;
        if (answer.headers.has('idempotent-replayed')) this.replayed++;
        return answer.body;
      }
      if (answer && answer.status !== 503) throw new Error(`validate: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (Date.now() > deadline) throw new Error(`validate: ${JSON.stringify(this.calls.at(-1))}`);
      await new Promise((wake) => setTimeout(wake, REST_MS));
    }
  }

  /** Makes a call and notes it; undefined where the connection broke, since then nobody knows what became of it. */
  async noted<T>(what: string, call: () => Promise<RestAnswer<T>>): Promise<RestAnswer<T> | undefined> {
    const sentAt = Date.now();
    const note = (answer: number | string) => this.calls.push({ what, sentAt, tookMs: Date.now() - sentAt, answer });
    try {
      const answer = await call();
      note(answer.status);
      return answer;
    } catch (error) {
      note((error as Error).message);
      return undefined;
    }
  }

  /** How many calls were answered so; `'broken'` counts those without an answer. */
  answers(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { answer } of this.calls) {
      const name = typeof answer === 'number' ? String(answer) : 'broken';
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}
