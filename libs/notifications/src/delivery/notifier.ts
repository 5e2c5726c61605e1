import { AccessControl, Principals, type SecretBox } from '@app/auth';
import { utcMinute, type Actor, type BackgroundTask, type Fault, type NextRound } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database, NotifiedTask } from '@app/database';
import { EVENT_CHANNEL } from '@app/events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Planner } from '../planning/planner';
import { LOST, openedDestination } from '../subscription/destination';
import { FOREIGN_RECIPIENTS, mayWriteTo } from '../subscription/recipients';
import { DeliveryRound, MOST_OF_ROUND, pauseAfter, type RoundResult } from './delivery-round';
import { lengthOf, RoundParts } from './round-parts';
import { HoldLost, type LeasedSubscription } from '../store/leased-subscription';
import { HoldRepository, LEASE_MS } from '../store/hold.repository';

/** How long events and commits are gathered for one look for work, in ms. */
const GATHER_MS = 250;
/** Subscriptions that one worker serves at once. */
const AT_ONCE = 8;

/** Token of a function that opens the box of the secrets; it fails while the key is not there. */
export const OPEN_BOX = Symbol('OPEN_BOX');

/**
 * Sends events to subscribers. Every worker does so; each subscription is leased by one at a time, so its messages stay in order.
 */
@Injectable()
export class Notifier implements BackgroundTask {
  private readonly log = new Logger(Notifier.name);
  private readonly task: NotifiedTask;
  // eslint-disable-next-line house/no-learned-ways -- rounds that are under way
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
    this.task = new NotifiedTask(database, (stopping) => this.look(stopping), {
      channel: EVENT_CHANNEL,
      gatherMs: GATHER_MS,
      longestRetryMs: 30_000,
      log: this.log,
      failing: 'notifications are not sent by this worker',
      recovered: 'notifications are sent again',
    });
    // Notices are no events: rounds of this process may have recorded some.
    database.afterCommit(() => {
      this.task.wake();
      return undefined;
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
  private async look(stopping: AbortSignal): Promise<NextRound | undefined> {
    const { failure } = this;
    // eslint-disable-next-line house/no-learned-ways -- of a background task, which no request passes
    this.failure = undefined;
    if (failure) throw failure;
    // eslint-disable-next-line house/no-learned-ways -- follows from the key, which may come after the start
    this.box ??= await this.openBox();
    const free = AT_ONCE - this.working.size;
    if (free === 0) return undefined;
    const claimed = await this.holds.claim(free);
    for (const leased of claimed) {
      const work: Promise<void> = this.serve(leased, stopping)
        .catch((error: unknown) => {
          // eslint-disable-next-line house/no-learned-ways -- of a background task, which no request passes
          if (!(error instanceof HoldLost) && !stopping.aborted) this.failure = error as Error;
        })
        .finally(() => {
          this.working.delete(work);
          this.task.wakeNow();
        });
      this.working.add(work);
    }
    return claimed.length > 0 ? undefined : { dueInMs: await this.holds.dueInMs() };
  }

  private async serve(leased: LeasedSubscription, stopping: AbortSignal): Promise<void> {
    const until = performance.now() + LEASE_MS / 2;
    const owner = leased.owner === null ? undefined : await this.principals.find(principalOf(leased.owner, leased));
    if (!owner) return this.disable(leased, 'its owner is no user any more');
    if (!mayWriteTo(this.access, owner, leased.document.destination, leased.owner_email))
      return this.disable(leased, FOREIGN_RECIPIENTS);
    if (leased.plans) await this.planner.plan(leased, owner);
    await this.parts.failpoints.pass('after-plan-before-send');
    if (maySend(leased)) await this.send(leased, owner, until, stopping);
    await this.holds.release(leased);
  }

  private async send(leased: LeasedSubscription, owner: Actor, until: number, stopping: AbortSignal): Promise<void> {
    // While it fails, one message finds out whether it answers again.
    const due = await this.parts.deliveries.due(leased, leased.failures > 0 ? 1 : MOST_OF_ROUND);
    if (!due.length) return;
    const sealed = openedDestination(this.box!, leased.document.destination, leased.sealed);
    if (!sealed) return this.noteLost(leased);
    const destination = { ...leased.document.destination, ...sealed };
    const round = new DeliveryRound(this.parts, leased, owner, destination, until, stopping);
    await this.noteRound(leased, await round.run(due));
  }

  /** No message is tried, as if its destination did not answer: it says why they wait, and others go on. */
  private async noteLost(leased: LeasedSubscription): Promise<void> {
    if (leased.last_error !== LOST)
      this.log.warn(`The messages of the event subscription ${leased.name} (${leased.id}) wait: ${LOST}`);
    await this.noteRound(leased, { delivered: 0, failed: 1, error: LOST, retryAfterMs: 0, isGone: false });
  }

  private async noteRound(leased: LeasedSubscription, result: RoundResult): Promise<void> {
    const { delivered, failed, error, retryAfterMs, isGone } = result;
    if (delivered === 0 && failed === 0) return;
    if (isGone) return this.disable(leased, error ?? 'the receiver wants no more');
    const now = await this.database.now();
    const isDown = delivered === 0;
    const retryAt = now + pauseAfter(leased.failures + 1, retryAfterMs);
    const about = { ...(error !== undefined && { error }), ...(isDown && { retryAt }) };
    await this.holds.noteRound(leased, { delivered, failed, ...about });
    const limit = lengthOf(this.settings.notificationDisableAfter);
    const since = leased.failing_since === null ? now : Number(leased.failing_since);
    if (isDown && now - since >= limit)
      await this.disable(leased, `its destination has failed since ${utcMinute(since)}: ${error}`);
  }

  private async disable(leased: LeasedSubscription, reason: string): Promise<void> {
    await this.holds.disable(leased, reason);
    this.log.warn(`The event subscription ${leased.name} (${leased.id}) is disabled: ${reason}`);
  }
}

/** Also what was planned right now, unless the destination has its pause. */
const maySend = ({ sends, failures, muted_until, now }: LeasedSubscription): boolean =>
  sends || (failures === 0 && Number(muted_until ?? 0) <= Number(now));

const principalOf = (name: string, { may_administrate: mayAdministrate }: LeasedSubscription) => ({
  ...{ who: { name }, addedRoles: [], mayAdministrate },
});
