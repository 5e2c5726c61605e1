import { Failpoints } from '@app/common';
import { Database, type ChangeEventType, type Transaction } from '@app/database';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { PolicyRepository } from '../policies/policy.repository';
import { BudgetNotices } from './budget-notices';
import { NoticeDatesRepository } from './notice-dates.repository';
import { NoticePlaceRepository, type ToldContract } from './notice-place.repository';
import { isDeprecation, noticeOfDate, noticeOfDeletion, noticeOfDeprecation, noticeOfTurn } from './notice-sources';
import { recordNotices, type NewNotice } from './record-notices';
import { VerdictTurns, type VerdictTurn } from './verdict-turn';

/** Events that are looked at together. */
const BLOCK = 500;

/** Events that change what a contract says of itself: its dates may have come by then. */
const WRITES: ReadonlySet<ChangeEventType> = new Set(['entityCreated', 'entityUpdated', 'entityRestored']);
const FILTER = {
  entityTypes: ['dataContract'],
  eventTypes: [...WRITES, 'entitySoftDeleted', 'resultCreated', 'resultUpdated'] as ChangeEventType[],
};

/** The notices that follow from one event at once. */
interface Told {
  readonly event: ChangeEvent;
  readonly contract: ToldContract;
  readonly turn?: VerdictTurn;
}

/**
 * Makes notices of what events tell and of dates that have come. Whatever the number of workers, each is made once: the place among the events, and
 * the one among the dates, moves on in the transaction that stores their notices. A date is found twice, when the contract is written and when
 * the date comes, since it may be written when it has come already; of each there is one notice.
 */
@Injectable()
export class NoticeMaker {
  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly turns: VerdictTurns,
    private readonly places: NoticePlaceRepository,
    private readonly dates: NoticeDatesRepository,
    private readonly policies: PolicyRepository,
    private readonly budgets: BudgetNotices,
    private readonly failpoints: Failpoints,
  ) {}

  /** Looks at the next events. @returns whether there may be more */
  async ofEvents(): Promise<boolean> {
    const { position: place, newest } = await this.places.place();
    if (place >= newest) return false;
    const found = await this.events.part({ filter: FILTER, sight: 'all', place, isDescending: false, limit: BLOCK });
    const position = found.hasMore ? (found.last ?? place) : found.newest;
    const events = found.rows.map(eventOf);
    const turns = await this.turns.of(events);
    const concerned = events.filter(({ result }, at) => turns[at] ?? !result);
    const contracts = await this.places.contracts(concerned.map(({ entityId }) => entityId));
    const told = events.flatMap((event, at): Told[] => {
      const contract = contracts.get(event.entityId);
      const turn = contract?.isCurrent ? turns[at] : undefined;
      return contract ? [{ event, contract, ...(turn && { turn }) }] : [];
    });
    const written = events.filter(({ eventType }) => WRITES.has(eventType)).map(({ entityId }) => entityId);
    const dated = [...new Set(written)].flatMap((id) => contracts.get(id) ?? []).filter(({ isDated }) => isDated);
    const isOurs = await this.recording(async (tx) => {
      // Another worker was there: what it has read is told by it.
      if (!(await this.places.move(tx, place, position))) return false;
      const due = await this.dates.due(
        tx,
        dated.map(({ node }) => node),
      );
      await this.record(tx, [...(await this.ofTold(tx, told)), ...due.map(noticeOfDate)]);
      return true;
    });
    if (!isOurs) return true;
    const judged = events.filter(({ result }) => result).map(({ entityId }) => entityId);
    await this.budgets.ofContracts([...new Set(judged)]);
    return found.hasMore;
  }

  /** Looks at error budgets that nobody has looked at for a while. @returns whether there may be more */
  ofBudgets(): Promise<boolean> {
    return this.budgets.ofDue();
  }

  /** Looks for dates that have come. @returns whether there may be more */
  async ofDates(): Promise<boolean> {
    if (!(await this.dates.hasMoments())) return false;
    return this.recording(async (tx) => {
      const taken = await this.dates.takeMoments(tx);
      if (!taken) return false;
      const due = await this.dates.due(tx, [...new Set(taken.moments.map(({ node }) => node))]);
      await this.record(tx, due.map(noticeOfDate));
      return !taken.isLast;
    });
  }

  private async recording(work: (tx: Transaction) => Promise<boolean>): Promise<boolean> {
    const outcome = await this.database.transaction(work);
    await this.failpoints.pass('after-notices-committed');
    return outcome;
  }

  private async record(tx: Transaction, notices: readonly NewNotice[]): Promise<void> {
    await recordNotices(tx, notices);
    if (notices.length) await this.failpoints.pass('after-notices-before-commit');
  }

  private async ofTold(tx: Transaction, told: readonly Told[]): Promise<NewNotice[]> {
    const hasPolicies = told.some(({ turn }) => turn) && (await this.places.hasPolicies(tx));
    const notices: NewNotice[] = [];
    for (const { event, contract, turn } of told) {
      const { node, isTaken, until } = contract;
      if (turn) notices.push(noticeOfTurn(node, turn, event, await this.isGoverned(tx, node, hasPolicies)));
      else if (isDeprecation(event)) notices.push(noticeOfDeprecation(node, event, until));
      else if (isTaken && event.eventType === 'entitySoftDeleted') notices.push(noticeOfDeletion(node, event));
    }
    return notices;
  }

  /** Whether the contract has a consumer or a policy: owners and consumers are told its verdicts then. */
  private async isGoverned(tx: Transaction, contract: string, hasPolicies: boolean): Promise<boolean> {
    if (await this.places.hasConsumers(tx, contract)) return true;
    return hasPolicies && (await this.policies.ofContract(contract, tx)).length > 0;
  }
}
