import { AccessControl, Principals, type SecretBox } from '@app/auth';
import { PeriodicTask, utcMinute, type Actor, type BackgroundTask, type Fault } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database } from '@app/database';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Planner } from '../planning/planner';
import { LOST, openedDestination } from '../subscription/destination';
import { FOREIGN_RECIPIENTS, mayWriteTo } from '../subscription/recipients';
import { DeliveryRound, MOST_OF_ROUND, pauseAfter, type RoundResult } from './delivery-round';
import { lengthOf, RoundParts } from './round-parts';
import { HoldLost, type HeldSubscription } from './held-subscription';
import { HoldRepository, LEASE_MS } from './hold.repository';

/** From one look for work to the next, in ms. */
const LOOK_MS = 250;
/** Subscriptions that one worker serves at once. */
const AT_ONCE = 8;

/** Token of a function that opens the box of the secrets; it fails while the key is not there. */
export const OPEN_BOX = Symbol('OPEN_BOX');

/**
 * Tells subscribers of events. Every worker does so; each subscription is held by one at a time, so its messages keep their order.
 */
@Injectable()
export class Notifier implements BackgroundTask {
  private readonly log = new Logger(Notifier.name);
  private readonly task: PeriodicTask;
  private readonly working = new Set<Promise<void>>();
  private box: SecretBox | undefined;
  private failure: Error | undefined;

  constructor(
    private readonly database: Database,
    private readonly holds: HoldRepository,
    private readonly planner: Planner,
    private readonly principals: Principals,
    private readonly access: AccessControl,
    private readonly parts: RoundParts,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'notificationDisableAfter'>,
    @Inject(OPEN_BOX) private readonly openBox: () => Promise<SecretBox>,
  ) {
    this.task = new PeriodicTask((stopping) => this.look(stopping), {
      restMs: LOOK_MS,
      longestRetryMs: 30_000,
      log: this.log,
      failing: 'notifications are not sent by this worker',
      recovered: 'notifications are sent again',
    });
  }

  get faults(): readonly Fault[] {
    return this.task.faults;
  }

  start(): void {
    this.task.start();
  }

  async stop(): Promise<void> {
    await this.task.stop();
    await Promise.all(this.working);
  }

  /** Takes up what there is to do, and leaves it under way. */
  private async look(stopping: AbortSignal): Promise<void> {
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure;
    this.box ??= await this.openBox();
    const free = AT_ONCE - this.working.size;
    if (free === 0) return;
    for (const held of await this.holds.claim(free)) {
      const work: Promise<void> = this.serve(held, stopping)
        .catch((error: unknown) => {
          if (!(error instanceof HoldLost) && !stopping.aborted) this.failure = error as Error;
        })
        .finally(() => {
          this.working.delete(work);
          this.task.wake();
        });
      this.working.add(work);
    }
  }

  private async serve(held: HeldSubscription, stopping: AbortSignal): Promise<void> {
    const until = performance.now() + LEASE_MS / 2;
    const owner = held.owner === null ? undefined : await this.principals.find(principalOf(held.owner, held));
    if (!owner) return this.disable(held, 'its owner is no user any more');
    if (!mayWriteTo(this.access, owner, held.document.destination, held.owner_email))
      return this.disable(held, FOREIGN_RECIPIENTS);
    if (held.plans || held.scans) await this.planner.plan(held, owner);
    await this.parts.failpoints.pass('after-plan-before-send');
    if (maySend(held)) await this.send(held, owner, until, stopping);
    await this.holds.release(held);
  }

  private async send(held: HeldSubscription, owner: Actor, until: number, stopping: AbortSignal): Promise<void> {
    // While it fails, one message finds out whether it answers again.
    const due = await this.parts.deliveries.due(held, held.failures > 0 ? 1 : MOST_OF_ROUND);
    if (!due.length) return;
    const sealed = openedDestination(this.box!, held.document.destination, held.sealed);
    if (!sealed) return this.noteLost(held);
    const destination = { ...held.document.destination, ...sealed };
    const round = new DeliveryRound(this.parts, held, owner, destination, until, stopping);
    await this.noteRound(held, await round.run(due));
  }

  /** No message is tried, as if its destination did not answer: it says why they wait, and others go on. */
  private async noteLost(held: HeldSubscription): Promise<void> {
    if (held.last_error !== LOST)
      this.log.warn(`The messages of the event subscription ${held.name} (${held.id}) wait: ${LOST}`);
    await this.noteRound(held, { delivered: 0, failed: 1, error: LOST, retryAfterMs: 0, isGone: false });
  }

  private async noteRound(held: HeldSubscription, result: RoundResult): Promise<void> {
    const { delivered, failed, error, retryAfterMs, isGone } = result;
    if (delivered === 0 && failed === 0) return;
    if (isGone) return this.disable(held, error ?? 'the receiver wants no more');
    const now = await this.database.now();
    const isDown = delivered === 0;
    const retryAt = now + pauseAfter(held.failures + 1, retryAfterMs);
    const about = { ...(error !== undefined && { error }), ...(isDown && { retryAt }) };
    await this.holds.noteRound(held, { delivered, failed, ...about });
    const limit = lengthOf(this.settings.notificationDisableAfter);
    const since = held.failing_since === null ? now : Number(held.failing_since);
    if (isDown && now - since >= limit)
      await this.disable(held, `its destination has failed since ${utcMinute(since)}: ${error}`);
  }

  private async disable(held: HeldSubscription, reason: string): Promise<void> {
    await this.holds.disable(held, reason);
    this.log.warn(`The event subscription ${held.name} (${held.id}) is disabled: ${reason}`);
  }
}

/** Also what was planned right now, unless the destination has its pause. */
const maySend = ({ sends, failures, muted_until, now }: HeldSubscription): boolean =>
  sends || (failures === 0 && Number(muted_until ?? 0) <= Number(now));

const principalOf = (name: string, { may_administrate: mayAdministrate }: HeldSubscription) => ({
  ...{ who: { name }, addedRoles: [], mayAdministrate },
});
