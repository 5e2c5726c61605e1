import type { IncidentRules } from '@app/agreements';
import { isOver, nextStatus, type IncidentStatus } from './transitions';
import type { Verdict, VerdictTimeline } from './verdict-timeline';

/** Why a contract takes its incident along. */
export type ContractEnd = 'contractDeleted' | 'contractOutOfForce' | 'contractEnded';

/** Verdicts, or an end, that came for the incidents of a contract at once. Times in epoch ms. */
export interface IncidentInput {
  readonly at: number;
  /** The contract was deleted, or taken out of force. */
  readonly ended?: Exclude<ContractEnd, 'contractEnded'>;
  /** The date on which the contract has ended. */
  readonly endedAt?: number;
  /** Verdicts, in the order of their timestamps. */
  readonly added: readonly Verdict[];
  readonly removed: readonly Verdict[];
  /** Timestamp of the newest verdict beside those that were added. */
  readonly newest?: number;
  /** Rules under which a failing verdict may open an incident; absent: none does. */
  readonly rules?: IncidentRules;
}

/** The part of an incident that follows from verdicts. Times in epoch ms. */
export interface FollowedIncident {
  readonly id: string;
  readonly status: IncidentStatus;
  /** Timestamp of the verdict that opened it, or time at which a user did. */
  readonly openedAt: number;
  readonly createdAt: number;
  readonly rules: IncidentRules;
  readonly failures: number;
  readonly goodRuns: number;
  readonly firstResult?: Verdict;
  readonly lastResult?: Verdict;
  readonly mutedUntil?: number;
  readonly muteReason?: string;
  readonly resolvedAt?: number;
  readonly resolution?: string;
  readonly updatedAt: number;
}

export interface FollowedEvent {
  readonly incident: string;
  readonly at: number;
  /** Id of the user; absent: it happened by itself. */
  readonly by?: string;
  readonly action: 'open' | 'recovered' | 'resolve';
  readonly details: object;
}

/** The changes that input has made to the incidents of a contract. */
export interface FollowedChanges {
  /** In the order in which they were opened. */
  readonly opened: readonly FollowedIncident[];
  /** The one that was there before, where it has changed. */
  readonly changed?: FollowedIncident;
  /** In the order in which they happened. */
  readonly events: readonly FollowedEvent[];
}

/** An incident that begins. */
interface Beginning {
  readonly at: number;
  readonly openedAt: number;
  readonly rules: IncidentRules;
  readonly firstResult?: Verdict;
  /** Id of the user who opens it by hand; `details`: the comment. */
  readonly by?: string;
  readonly details?: object;
}

/**
 * The incidents of one contract under what comes: at most one is open, and it is the latest. Input comes in the order of its arrival. As if its
 * verdicts that are newer than all others had come one by one in the order of time, and the older ones before them at once.
 *
 * Opening goes by arrival: a failing verdict newer than all others. What an open incident counts is the function of the verdicts in the order
 * of time: counted on where a verdict is the newest one, and anew where an older one comes or one is removed. A removal alone
 * resolves nothing: a result that is sent again is removed and added, and must not end an incident on its way.
 */
export class IncidentLine {
  private readonly events: FollowedEvent[] = [];
  /** The one that was there before, and those that were opened since. */
  private readonly incidents: FollowedIncident[];

  /**
   * @param before the incident that was opened last
   * @param timeline the verdicts before the input; absent where none of it needs them (`needsTimeline`)
   */
  constructor(
    private readonly before: FollowedIncident | undefined,
    private readonly timeline: VerdictTimeline | undefined,
    private readonly newId: () => string,
  ) {
    this.incidents = before ? [before] : [];
  }

  /** Whether the verdicts have to be known to follow the input. */
  static needsTimeline(before: FollowedIncident | undefined, inputs: readonly IncidentInput[]): boolean {
    // By a removal it has as many good verdicts as end it, or more, and is open: the last that was needed is not the next one.
    const isBeyond = before !== undefined && !isOver(before.status) && isRecovered(before);
    return isBeyond || inputs.some((input) => input.removed.length > 0 || hasOlder(input));
  }

  get changes(): FollowedChanges {
    const { before, incidents, events } = this;
    if (!before) return { opened: incidents, events };
    const [first, ...opened] = incidents;
    return { opened, ...(first !== before && { changed: first! }), events };
  }

  follow(input: IncidentInput): void {
    this.timeline?.apply(input);
    const { at, ended, endedAt, newest = -Infinity } = input;
    if (ended !== undefined) this.end(at, at, ended);
    if (endedAt !== undefined && this.open && this.open.createdAt < endedAt) this.end(at, endedAt, 'contractEnded');
    if (input.removed.length > 0 || hasOlder(input)) this.countAgain(input);
    for (const verdict of input.added.filter(({ timestamp }) => timestamp > newest)) {
      const opens = !this.open && !isGood(verdict) && !this.isKnown(verdict);
      if (opens && !input.rules) return;
      if (opens) this.begin({ at, openedAt: verdict.timestamp, rules: input.rules!, firstResult: verdict });
      this.count(verdict, at);
    }
  }

  /** Opens an incident by hand, where none is open. @param newest timestamp of the newest verdict, if there is any */
  openByHand(beginning: Beginning, newest: number | undefined): string {
    const begun = this.begin(beginning);
    this.change({ ...begun, ...this.counted(begun, newest) });
    return begun.id;
  }

  private get open(): FollowedIncident | undefined {
    const latest = this.incidents.at(-1);
    return latest && !isOver(latest.status) ? latest : undefined;
  }

  /** Whether it is the result again that was the last one of the resolved incident. */
  private isKnown({ timestamp, status }: Verdict): boolean {
    const last = this.incidents.at(-1)?.lastResult;
    return last?.timestamp === timestamp && last.status === status;
  }

  private begin({ at, openedAt, rules, firstResult, by, details = {} }: Beginning): FollowedIncident {
    const { mutedUntil, muteReason } = this.incidents.at(-1) ?? {};
    const begun: FollowedIncident = {
      ...{ id: this.newId(), status: nextStatus('None', 'open')!, openedAt, createdAt: at, rules },
      ...{ failures: 0, goodRuns: 0, updatedAt: at },
      ...(firstResult && { firstResult }),
      // A mute is that of the contract.
      ...(mutedUntil !== undefined && mutedUntil > at && { mutedUntil, muteReason }),
    };
    this.incidents.push(begun);
    this.events.push({ incident: begun.id, at, ...(by !== undefined && { by }), action: 'open', details });
    return begun;
  }

  /** Counts a verdict that is newer than all others. */
  private count(verdict: Verdict, at: number): void {
    const { open } = this;
    if (!open) return;
    const more = verdict.timestamp >= open.openedAt ? 1 : 0;
    const next = { ...open, lastResult: verdict, updatedAt: at };
    if (isGood(verdict)) this.recover(this.change({ ...next, goodRuns: open.goodRuns + more }), at);
    else this.change({ ...next, goodRuns: 0, failures: open.failures + more });
  }

  private countAgain(input: IncidentInput): void {
    const { open } = this;
    if (!open) return;
    const counted = this.change({ ...open, ...this.counted(open, input.newest), updatedAt: input.at });
    if (hasOlder(input)) this.recover(counted, input.at);
  }

  /** @param upTo timestamp of the newest verdict that is known; absent: there is none */
  private counted(
    { openedAt }: FollowedIncident,
    upTo: number | undefined,
  ): Pick<FollowedIncident, 'failures' | 'goodRuns' | 'lastResult'> {
    if (upTo === undefined) return { failures: 0, goodRuns: 0, lastResult: undefined };
    const { failures, good } = this.timeline!.between(openedAt, upTo);
    return { failures, goodRuns: good.length, lastResult: this.timeline!.at(upTo) };
  }

  /** Ends an incident whose verdicts have passed often enough, as of the last one that was needed. */
  private recover(incident: FollowedIncident, at: number): void {
    if (!isRecovered(incident)) return;
    const { id, status, openedAt, lastResult, rules } = incident;
    const last = lastResult!.timestamp;
    // Without a timeline each good verdict is looked at as it comes: the one that ends it is the last one.
    const resolvedAt = this.timeline ? this.timeline.between(openedAt, last).good[rules.closeAfterRuns - 1]! : last;
    this.change({ ...incident, status: nextStatus(status, 'resolve')!, resolution: 'recovered', resolvedAt });
    this.events.push({ incident: id, at, action: 'recovered', details: {} });
  }

  private end(at: number, resolvedAt: number, reason: ContractEnd): void {
    const { open } = this;
    if (!open) return;
    const resolution = 'Other';
    this.change({ ...open, status: nextStatus(open.status, 'resolve')!, resolution, resolvedAt, updatedAt: at });
    this.events.push({ incident: open.id, at, action: 'resolve', details: { resolution, reason } });
  }

  private change(incident: FollowedIncident): FollowedIncident {
    this.incidents[this.incidents.length - 1] = incident;
    return incident;
  }
}

const isGood = ({ status }: Verdict): boolean => status === 'Success';

const hasOlder = ({ added, newest = -Infinity }: IncidentInput): boolean => (added[0]?.timestamp ?? Infinity) < newest;

const isRecovered = ({ rules, goodRuns }: FollowedIncident): boolean =>
  rules.closeAfterRuns > 0 && goodRuns >= rules.closeAfterRuns;
