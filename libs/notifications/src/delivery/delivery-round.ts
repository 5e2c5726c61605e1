import { AppError, groupBy, Semaphore, type Actor } from '@app/common';
import type { Destination, Message, Outcome } from '../sending/sender';
import type { Attempt, DueDelivery } from '../store/delivery.repository';
import type { LeasedSubscription } from '../store/leased-subscription';
import type { RoundParts } from './round-parts';

/** Messages of one round, and those that are under way at once. */
export const MOST_OF_ROUND = 200;
const AT_ONCE = 16;
/** A destination that has answered none of so many has its pause. */
const ENOUGH_FAILURES = 3;

/** The first pause, the factor by which each next one is longer, and the longest, in ms. */
const FIRST_MS = 2_000;
const FACTOR = 2;
const LONGEST_MS = 30 * 60_000;

export interface RoundResult {
  delivered: number;
  failed: number;
  error?: string;
  /** The longest pause that the destination asked for, in ms. */
  retryAfterMs: number;
  /** The destination wants no more. */
  isGone: boolean;
}

/** Sends some messages of one subscription: those of one order key one after the other, others at once. */
export class DeliveryRound {
  readonly result: RoundResult = { delivered: 0, failed: 0, retryAfterMs: 0, isGone: false };

  /** @param until no try begins afterwards, as `performance.now` counts: the lease ends */
  constructor(
    private readonly parts: RoundParts,
    private readonly leased: LeasedSubscription,
    private readonly owner: Actor,
    private readonly destination: Destination,
    private readonly until: number,
    private readonly stopping: AbortSignal,
  ) {}

  /** @throws {HoldLost} */
  async run(due: readonly DueDelivery[]): Promise<RoundResult> {
    // They may have waited for long.
    const shown = await this.parts.shown.ofMessages(this.owner, due);
    const lines = groupBy(shown, ({ order_key }) => order_key);
    const semaphore = new Semaphore({ atOnce: AT_ONCE });
    const ends = await Promise.allSettled([...lines.values()].map((line) => semaphore.run(() => this.line(line))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return this.result;
  }

  private async line(line: readonly DueDelivery[]): Promise<void> {
    for (const delivery of line) {
      if (this.isOver || !(await this.deliver(delivery))) return;
    }
  }

  private get isOver(): boolean {
    const { delivered, failed, isGone } = this.result;
    const isHopeless = failed >= ENOUGH_FAILURES && delivered === 0;
    return this.stopping.aborted || isGone || isHopeless || performance.now() > this.until;
  }

  /** Whether the next one of the line may go out. */
  private async deliver(delivery: DueDelivery): Promise<boolean> {
    const { id, notices } = delivery;
    if (!notices.length) {
      await this.note(delivery, { state: 'discarded', error: 'the subscriber may not view it any more' });
      return true;
    }
    const isTest = notices.some(({ type }) => type === 'test');
    const isRun = this.destination.type === 'openlineage' && !isTest;
    const runEvents = isRun ? await this.parts.verdicts.of(this.owner, notices) : undefined;
    const message = { id, notices, ...(runEvents && { runEvents }) };
    const outcome = await this.attempt(message);
    if (outcome instanceof AppError) {
      // The destination was not called: it has not failed, and the message waits.
      const pauseMs = pauseAfter(delivery.attempts + 1, (outcome.retryAfter ?? 0) * 1_000);
      await this.note(delivery, { state: 'pending', pauseMs, error: outcome.message });
      return false;
    }
    await this.parts.failpoints.pass('after-send-before-note');
    this.count(outcome);
    const { kind, status, error, tookMs } = outcome;
    const about = { tookMs, ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
    await this.note(delivery, { ...about, ...this.stateAfter(delivery, outcome) });
    return kind === 'delivered';
  }

  private async attempt(message: Message): Promise<Outcome | AppError> {
    const errand = { principal: this.owner.id, stopping: this.stopping };
    return this.parts.sender.send(this.destination, message, errand).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  }

  private count({ kind, error, retryAfterMs = 0 }: Outcome): void {
    if (kind === 'delivered') return void this.result.delivered++;
    this.result.failed++;
    if (error !== undefined) this.result.error = error;
    this.result.retryAfterMs = Math.max(this.result.retryAfterMs, retryAfterMs);
    this.result.isGone ||= kind === 'gone';
  }

  private stateAfter(
    { attempts, first_at }: DueDelivery,
    { kind, retryAfterMs }: Outcome,
  ): Pick<Attempt, 'state' | 'pauseMs'> {
    if (kind === 'delivered') return { state: 'delivered' };
    const isDead = first_at !== null && Number(this.leased.now) - Number(first_at) >= this.parts.retryForMs;
    return isDead ? { state: 'dead' } : { state: 'pending', pauseMs: pauseAfter(attempts + 1, retryAfterMs) };
  }

  private async note(delivery: DueDelivery, attempt: Attempt): Promise<void> {
    await this.parts.deliveries.note(this.leased, delivery.id, attempt);
    this.parts.metrics.count(this.destination.type, attempt.state === 'pending' ? 'failed' : attempt.state);
  }
}

/**
 * The pause after a failed try: it doubles, and is shortened by up to a quarter by chance, so that what failed together does not come back
 * together.
 *
 * @param tries that have failed, from 1
 * @param atLeast what the receiver asked for, in ms
 * @param random from 0 to 1
 */
export function pauseAfter(tries: number, atLeast = 0, random: number = Math.random()): number {
  const whole = Math.min(FIRST_MS * FACTOR ** (tries - 1), LONGEST_MS);
  return Math.round(Math.max(whole * (1 - random / 4), atLeast));
}
