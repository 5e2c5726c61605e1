import { randomUUID } from 'node:crypto';
import { Failpoints } from '@app/common';
import { LargeReads, Database } from '@app/database';
import { ChangeEventRepository } from '@app/events';
import { recordNotices, type ContractNoticeType, type NewNotice } from '@app/governance';
import { BudgetWatch } from '@app/objectives';
import { BudgetNotices } from '../../../libs/governance/src/notices/budget-notices';
import { NoticeDatesRepository } from '../../../libs/governance/src/notices/notice-dates.repository';
import { NoticeMaker } from '../../../libs/governance/src/notices/notice-maker';
import { NoticePlaceRepository } from '../../../libs/governance/src/notices/notice-place.repository';
import { VerdictTurns } from '../../../libs/governance/src/notices/verdict-turn';
import { PolicyRepository } from '../../../libs/governance/src/policies/policy.repository';
import { ObjectiveRepository } from '../../../libs/objectives/src/document/objective.repository';
import { AttainmentReader } from '../../../libs/objectives/src/evidence/attainment-reader';
import { MarkRepository } from '../../../libs/objectives/src/evidence/mark.repository';
import { RefreshRepository } from '../../../libs/objectives/src/evidence/refresh.repository';
import { LibraryContext } from '../../support/library-context';

export interface Made {
  readonly id: string;
  readonly node: string;
  readonly name: string;
}

export interface MadeContract extends Made {
  readonly asset: string;
}

/** A notice and whom it is told, by the roles of their names. */
export interface ToldNotice {
  readonly type: ContractNoticeType;
  readonly key: string;
  readonly text: string;
  readonly body: object;
  readonly people: Readonly<Record<string, string>>;
}

/** Contracts, people and events of a database of a test's own, and makers of notices. */
export class NoticeWorld {
  private constructor(private readonly context: LibraryContext) {}

  static async open(): Promise<NoticeWorld> {
    return new NoticeWorld(await LibraryContext.open());
  }

  get database(): Database {
    return this.context.app.get(Database);
  }

  maker(): NoticeMaker {
    const { database } = this;
    return new NoticeMaker(
      database,
      new ChangeEventRepository(database, new LargeReads()),
      new VerdictTurns(database),
      new NoticePlaceRepository(database),
      new NoticeDatesRepository(database),
      new PolicyRepository(database),
      this.budgets(database),
      new Failpoints(),
    );
  }

  /** Of one worker. @param database through which it does what it does */
  budgets(database = this.database): BudgetNotices {
    const reader = new AttainmentReader(new MarkRepository(database), new RefreshRepository(database));
    return new BudgetNotices(database, new BudgetWatch(new ObjectiveRepository(database), reader));
  }

  /** As a worker does, until nothing is left. */
  async work(maker = this.maker()): Promise<void> {
    while (await maker.ofEvents());
    while (await maker.ofDates());
  }

  record(...notices: NewNotice[]): Promise<ContractNoticeType[]> {
    return this.database.transaction((tx) => recordNotices(tx, notices));
  }

  async entity(
    type: string,
    { body = {}, parent = null }: { body?: object; parent?: string | null } = {},
  ): Promise<Made> {
    const [id, name] = [randomUUID(), `${type}-${randomUUID().slice(0, 8)}`];
    const [row] = await this.database.query<{ node: string }>(
      `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details, parent, root)
       values ($1, $2, $3, $3, 1, 0, 'test', $4, '{}', $5, $5) returning node::text`,
      [id, type, name, JSON.stringify(body), parent],
    );
    return { id, name, node: row!.node };
  }

  user(): Promise<Made> {
    return this.entity('user');
  }

  /** Made a second after the beginning of time, with dates in ms from now. */
  async contract({
    from,
    until,
    status = 'Active',
  }: { from?: number; until?: number; status?: string } = {}): Promise<MadeContract> {
    const asset = await this.entity('table');
    const contract = await this.entity('dataContract', { parent: asset.node });
    const now = await this.database.now();
    const dates = [from, until].map((date) => (date === undefined ? null : now + date));
    await this.database.query(
      `insert into contract (node, asset, status, live, effective_from, effective_until) values ($1, $2, $3, true, $4, $5)`,
      [contract.node, asset.node, status, ...dates],
    );
    return { ...contract, asset: asset.node };
  }

  async refer(from: string, relation: string, to: string): Promise<void> {
    await this.database.query(`insert into entity_reference values ($1, $2, $3, 0)`, [from, relation, to]);
  }

  async consumer(contract: string, party: string, until: number | null = null): Promise<void> {
    await this.database.query(
      `insert into contract_consumer (id, contract, party, purpose, until, by_party, declared_at, updated_at)
       values ($1, $2, $3, 'x', $4, true, 0, 0)`,
      [randomUUID(), contract, party, until],
    );
  }

  async policyOf(scope: string): Promise<void> {
    await this.database.query(
      `insert into contract_policy (id, scope, learned, change_managed, updated_at, updated_by) values ($1, $2, '{}', true, 0, 'test')`,
      [randomUUID(), scope],
    );
  }

  /** The event of a write, or of a result. */
  async event(
    contract: Made,
    type: string,
    more: { change?: object; result?: object; actor?: string } = {},
  ): Promise<void> {
    const { change = null, result = null, actor = 'somebody' } = more;
    await this.database.query(
      `insert into change_event (event_type, entity_type, entity_id, node, fqn, version, at, actor, change, result)
       values ($1, 'dataContract', $2, $3, $4, 1, 1000, $5, $6, $7)`,
      [type, contract.id, contract.node, contract.name, actor, JSON.stringify(change), JSON.stringify(result)],
    );
  }

  verdict(contract: Made, status: string, previousStatus?: string): Promise<void> {
    const result = {
      id: randomUUID(),
      timestamp: 1_000,
      isLatest: true,
      status,
      ...(previousStatus && { previousStatus }),
    };
    return this.event(contract, 'resultCreated', { result });
  }

  /** What is stored of a contract, the oldest first. */
  async told(contract: Made): Promise<ToldNotice[]> {
    return this.database.query<ToldNotice & object>(
      `select n.type, n.key, n.text, n.body, (
         select coalesce(jsonb_object_agg(u.name, p.role), '{}')
           from contract_notice_person p join entity u on u.node = p.person where p.notice = n.id) as people
         from contract_notice n where n.contract = $1 order by n.at, n.type`,
      [contract.node],
    );
  }

  /** Every notice of dates is as old as the database: none has come before. */
  async sinceEver(): Promise<void> {
    await this.database.query(`update contract_notice_place set since = 0, dates_at = 0, dates_node = 0`);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
