import { Failpoints } from '@app/common';
import { Database, type ChangeEventType, type Transaction } from '@app/database';
import { ChangeEventRepository, eventOf, type ChangeEvent } from '@app/events';
import { Injectable } from '@nestjs/common';
import { BudgetNotices } from '../budgets/budget-notices';
import { bringForward } from '../due/due-notice.repository';
import { NoticeDatesRepository } from './notice-dates.repository';
import { NoticePositionRepository, type NotifiedContract } from './notice-position.repository';
import { isDeprecation, noticeOfDate, noticeOfDeletion, noticeOfDeprecation, noticeOfTurn } from './notice-sources';
import { recordNotices, type NewNotice } from '../record/record-notices';
import { VerdictTransitions, type VerdictTransition } from './verdict-transition';

/** Events that are looked at together. */
const BLOCK = 500;

/** Events that change what a contract says of itself: its dates may have come by then. */
const WRITES: ReadonlySet<ChangeEventType> = new Set(['entityCreated', 'entityUpdated', 'entityRestored']);
const RESULTS: readonly ChangeEventType[] = ['resultCreated', 'resultUpdated', 'resultDeleted'];
const FILTER = {
  entityTypes: ['dataContract'],
  eventTypes: [...WRITES, 'entitySoftDeleted', ...RESULTS] as ChangeEventType[],
};

/** A result of so long before its event changes what was looked at, in ms. */
const LATE_MS = 3_600_000;

/** The notices that follow from one event at once. */
interface NoticeCause {
  readonly event: ChangeEvent;
  readonly contract: NotifiedContract;
  readonly turn?: VerdictTransition;
}

/**
 * Creates notices from events and from dates that have come. Whatever the number of workers, each is created once: the cursor of the
 * events, and the one among the dates, moves on in the transaction that stores their notices. A date is found twice, when the contract is
 * written and when the date comes, since it may be written when it has come already; of each there is one notice.
 */
@Injectable()
export class NoticeMaker {
  constructor(
    private readonly database: Database,
    private readonly events: ChangeEventRepository,
    private readonly turns: VerdictTransitions,
    private readonly positions: NoticePositionRepository,
    private readonly dates: NoticeDatesRepository,
    private readonly budgets: BudgetNotices,
    private readonly failpoints: Failpoints,
  ) {}

  /** Looks at the next events. @returns whether there may be more */
  async ofEvents(): Promise<boolean> {
    const { position, newest } = await this.positions.current();
    if (position >= newest) return false;
    const found = await this.events.part({ filter: FILTER, sight: 'all', position, isDescending: false, limit: BLOCK });
    const next = found.hasMore ? (found.last ?? position) : found.newest;
    const events = found.rows.map(eventOf);
    const turns = await this.turns.of(events);
    const concerned = events.filter((event, at) => turns[at] ?? (!event.result || isUnexpected(event)));
    const contracts = await this.positions.contracts(concerned.map(({ entityId }) => entityId));
    const told = events.flatMap((event, at): NoticeCause[] => {
      const contract = contracts.get(event.entityId);
      const turn = contract?.isCurrent ? turns[at] : undefined;
      return contract ? [{ event, contract, ...(turn && { turn }) }] : [];
    });
    const contractsOf = (of: readonly ChangeEvent[]): NotifiedContract[] =>
      [...new Set(of.map(({ entityId }) => entityId))].flatMap((id) => contracts.get(id) ?? []);
    const written = events.filter(({ eventType }) => WRITES.has(eventType));
    const unexpected = events.filter(isUnexpected);
    const dated = contractsOf(written).filter(({ isDated }) => isDated);
    // What a result or an observation changes of objectives is due by the transaction that wrote it.
    const ids = [...new Set(written.map(({ entityId }) => entityId))];
    const isOurs = await this.recording(async (tx) => {
      // Another worker was faster: it notifies what it has read.
      if (!(await this.positions.move(tx, position, next))) return false;
      const due = await this.dates.due(tx, nodesOf(dated));
      await this.record(tx, [...(await this.ofTold(tx, told)), ...due.map(noticeOfDate)]);
      await bringForward(
        tx,
        nodesOf(contractsOf([...written, ...unexpected])),
        nodesOf(contractsOf(unexpected.filter(isAborted))),
      );
      await this.budgets.bringForward(tx, { ids });
      return true;
    });
    if (!isOurs) return true;
    if (events.length > 0) while (await this.budgets.ofDue());
    return found.hasMore;
  }

  /** Looks at error budgets that are due. @returns whether there may be more */
  ofBudgets(): Promise<boolean> {
    return this.budgets.ofDue();
  }

  /** Looks for dates that have come. @returns whether there may be more */
  async ofDates(): Promise<boolean> {
    if (!(await this.dates.hasMoments())) return false;
    return this.recording(async (tx) => {
      const taken = await this.dates.takeMoments(tx);
      if (!taken) return false;
      const contracts = [...new Set(taken.moments.map(({ node }) => node))];
      const due = await this.dates.due(tx, contracts);
      await this.record(tx, due.map(noticeOfDate));
      await bringForward(tx, contracts);
      await this.budgets.bringForward(tx, { nodes: contracts });
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

  private async ofTold(tx: Transaction, told: readonly NoticeCause[]): Promise<NewNotice[]> {
    const hasPolicies = told.some(({ turn }) => turn) && (await this.positions.hasPolicies(tx));
    const notices: NewNotice[] = [];
    for (const { event, contract, turn } of told) {
      const { node, isTaken, until } = contract;
      if (turn) notices.push(noticeOfTurn(node, turn, event, await this.isGoverned(tx, node, hasPolicies)));
      else if (isDeprecation(event)) notices.push(noticeOfDeprecation(node, event, until));
      else if (isTaken && event.eventType === 'entitySoftDeleted') notices.push(noticeOfDeletion(node, event));
    }
    return notices;
  }

  /** Whether the contract has a consumer or a policy: owners and consumers are notified of its verdicts then. */
  private async isGoverned(tx: Transaction, contract: string, hasPolicies: boolean): Promise<boolean> {
    if (await this.positions.hasConsumers(tx, contract)) return true;
    return hasPolicies && this.positions.hasPolicy(tx, contract);
  }
}

const nodesOf = (contracts: readonly NotifiedContract[]): string[] => contracts.map(({ node }) => node);

const isAborted = ({ result }: ChangeEvent): boolean => result?.status === 'Aborted';

/** Whether a contract may be without verdicts since before what the last look at it saw. */
const isUnexpected = (event: ChangeEvent): boolean =>
  event.result !== undefined &&
  (event.eventType === 'resultDeleted' || isAborted(event) || event.result.timestamp < event.timestamp - LATE_MS);
