import { randomUUID } from 'node:crypto';
import { APP_SETTINGS } from '@app/config';
import { Database } from '@app/database';
import { type NewNotice, recordNotices } from '@app/notices';
import type { BudgetNotices } from '../../../libs/notices/src/budgets/budget-notices';
import type { NoticeMaker } from '../../../libs/notices/src/events/notice-maker';
import { LibraryContext } from '../../support/library-context';
import { NoticeWorkers } from '../support/notice-workers';

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
  readonly type: string;
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

  get url(): string {
    return this.context.app.get<{ databaseUrl: string }>(APP_SETTINGS).databaseUrl;
  }

  get database(): Database {
    return this.context.app.get(Database);
  }

  get workers(): NoticeWorkers {
    return new NoticeWorkers(this.database);
  }

  maker(): NoticeMaker {
    return this.workers.maker();
  }

  /** Of one worker. @param database through which it does what it does */
  budgets(database = this.database): BudgetNotices {
    return new NoticeWorkers(database).budgets();
  }

  /** As a worker does, until nothing is left. */
  work(maker = this.maker()): Promise<void> {
    return this.workers.work(maker);
  }

  record(...notices: NewNotice[]): Promise<string[]> {
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
