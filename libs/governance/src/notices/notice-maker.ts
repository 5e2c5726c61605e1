import { Database, type ChangeEventType, type Transaction } from '@app/database';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { PolicyRepository } from '../policies/policy.repository';
import { BudgetNotices } from './budget-notices';
import { NoticeDatesRepository } from './notice-dates.repository';
import { NoticePlaceRepository } from './notice-place.repository';
import { isDeprecation, noticeOfDate, noticeOfDeprecation, noticeOfTurn } from './notice-sources';
import { recordNotices, type NewNotice } from './record-notices';
import { VerdictTurns, type VerdictTurn } from './verdict-turn';

/** Events that are looked at together. */
const BLOCK = 500;

/** Events that change what a contract says of itself: its dates may have come by then. */
const WRITES: ReadonlySet<ChangeEventType> = new Set(['entityCreated', 'entityUpdated', 'entityRestored']);
const FILTER = {
  entityTypes: ['dataContract'],
  eventTypes: [...WRITES, 'resultCreated', 'resultUpdated'] as ChangeEventType[],
};

/** The notices that follow from one event at once. */
interface Told {
  readonly event: ChangeEvent;
  readonly contract: string;
  readonly turn?: VerdictTurn;
  readonly until?: number;
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
  ) {}

  /** Looks at the next events. @returns whether there may be more */
  async ofEvents(): Promise<boolean> {
    const { position: place, newest } = await this.places.place();
    if (place >= newest) return false;
    const found = await this.events.part({ filter: FILTER, sight: 'all', place, isDescending: false, limit: BLOCK });
    const position = found.hasMore ? (found.last ?? place) : found.newest;
    const events = found.rows.map(eventOf);
    const turns = await this.turns.of(events);
    const concerned = events.filter(({ eventType }, at) => turns[at] ?? WRITES.has(eventType));
    const contracts = await this.places.contracts(concerned.map(({ entityId }) => entityId));
    const told = events.flatMap((event, at): Told[] => {
      const contract = contracts.get(event.entityId);
      const turn = contract?.isCurrent ? turns[at] : undefined;
      if (!contract || !(turn ?? isDeprecation(event))) return [];
      const { node, until } = contract;
      return [{ event, contract: node, ...(turn && { turn }), ...(until !== undefined && { until }) }];
    });
    const written = events.filter(({ eventType }) => WRITES.has(eventType)).map(({ entityId }) => entityId);
    const dated = [...new Set(written)].flatMap((id) => contracts.get(id) ?? []).filter(({ isDated }) => isDated);
    const isOurs = await this.database.transaction(async (tx) => {
      // Another worker was there: what it has read is told by it.
      if (!(await this.places.move(tx, place, position))) return false;
      const due = await this.dates.due(
        tx,
        dated.map(({ node }) => node),
      );
      await recordNotices(tx, [...(await this.ofTold(tx, told)), ...due.map(noticeOfDate)]);
      return true;
    });
    if (!isOurs) return true;
    const judged = events.filter(({ eventType }) => !WRITES.has(eventType)).map(({ entityId }) => entityId);
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
    return this.database.transaction(async (tx) => {
      const taken = await this.dates.takeMoments(tx);
      if (!taken) return false;
      const due = await this.dates.due(tx, [...new Set(taken.moments.map(({ node }) => node))]);
      await recordNotices(tx, due.map(noticeOfDate));
      return !taken.isLast;
    });
  }

  private async ofTold(tx: Transaction, told: readonly Told[]): Promise<NewNotice[]> {
    const hasPolicies = told.some(({ turn }) => turn) && (await this.places.hasPolicies(tx));
    const notices: NewNotice[] = [];
    for (const { event, contract, turn, until } of told) {
      if (turn) notices.push(noticeOfTurn(contract, turn, event, await this.isGoverned(tx, contract, hasPolicies)));
      else notices.push(noticeOfDeprecation(contract, event, until));
    }
    return notices;
  }

  /** Whether the contract has a consumer or a policy: owners and consumers are told its verdicts then. */
  private async isGoverned(tx: Transaction, contract: string, hasPolicies: boolean): Promise<boolean> {
    if (await this.places.hasConsumers(tx, contract)) return true;
    return hasPolicies && (await this.policies.ofContract(contract, tx)).length > 0;
  }
}
