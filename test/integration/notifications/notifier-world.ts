import { randomUUID } from 'node:crypto';
import { AccessControl, Principals, SecretBox, type Principal } from '@app/auth';
import { CatalogReadModule, HiddenReferences, LINKS, Visibility, VisibilityModule, type Links } from '@app/catalog';
import { Failpoints, KeysetPages, type Actor } from '@app/common';
import { loadSettings } from '@app/config';
import { Database, LargeReads } from '@app/database';
import { ChangeEventRepository, EventNumbering } from '@app/events';
import type { SentSubscription, SubscriptionWritten } from '@app/notifications';
import { HiddenValues, HiddenValuesModule } from '@app/quality';
import { HiddenVerdicts, ResultsModule, ResultService } from '@app/results';
import { DeliveryLog } from '../../../libs/notifications/src/delivery/delivery-log';
import { DeliveryMetrics } from '../../../libs/notifications/src/delivery/delivery-metrics';
import { DeliveryRepository } from '../../../libs/notifications/src/store/delivery.repository';
import { RoundParts } from '../../../libs/notifications/src/delivery/round-parts';
import { HoldRepository } from '../../../libs/notifications/src/store/hold.repository';
import { Notifier } from '../../../libs/notifications/src/delivery/notifier';
import { ContractNotices } from '../../../libs/notifications/src/planning/contract-notices';
import { EventFacts } from '../../../libs/notifications/src/planning/event-facts';
import { EventNotices } from '../../../libs/notifications/src/planning/event-notices';
import { Planner } from '../../../libs/notifications/src/planning/planner';
import { ShownNotices } from '../../../libs/notifications/src/planning/shown-notices';
import { Sender } from '../../../libs/notifications/src/sending/sender';
import { FilterNames } from '../../../libs/notifications/src/subscription/filter-names';
import { SubscriptionRepository } from '../../../libs/notifications/src/store/subscription.repository';
import { SubscriptionService } from '../../../libs/notifications/src/subscription/subscription.service';
import { VerdictEvents } from '../../../libs/notifications/src/verdicts/verdict-events';
import { LibraryContext } from '../../support/library-context';
import { NoticeWorkers } from '../support/notice-workers';

const SETTINGS = { notificationNetworks: ['127.0.0.1'], smtpFrom: 'catalog@example.org' };

/** Notifiers of one process on a database of a test's own, and what they tell of. */
export class NotifierWorld {
  readonly subscriptions: SubscriptionService;
  readonly log: DeliveryLog;
  private readonly running: Notifier[] = [];
  private readonly sender: Sender;
  private readonly metrics: DeliveryMetrics;
  private readonly numbering: EventNumbering;

  private constructor(
    private readonly context: LibraryContext,
    readonly admin: Principal,
    settings: { readonly smtpUrl?: string },
  ) {
    this.sender = new Sender({ ...SETTINGS, ...settings });
    this.metrics = new DeliveryMetrics(this.database);
    this.metrics.onModuleInit();
    this.numbering = new EventNumbering(this.database);
    this.numbering.task.start();
    const access = new AccessControl();
    const pages = this.get(KeysetPages);
    const repository = new SubscriptionRepository(this.database);
    const box = this.get(SecretBox);
    const names = new FilterNames(this.get(Visibility));
    this.subscriptions = new SubscriptionService(this.database, repository, access, box, pages, this.sender, names);
    this.log = new DeliveryLog(this.database, this.shown(), this.subscriptions, pages);
  }

  static async open(settings: { readonly smtpUrl?: string } = {}): Promise<NotifierWorld> {
    const context = await LibraryContext.open(() => [
      ResultsModule,
      CatalogReadModule,
      VisibilityModule,
      HiddenValuesModule,
    ]);
    return new NotifierWorld(context, await administrator(context, 'keeper'), settings);
  }

  administrator(name: string): Promise<Principal> {
    return administrator(this.context, name);
  }

  /** From now on that user is no administrator, and nobody else may view anything. */
  async degrade(name: string): Promise<void> {
    await this.database.query(
      `update entity set body = body || '{"isAdmin": false}' where type = 'user' and name = $1`,
      [name],
    );
    await this.database.query(
      `update entity set body = body || '{"rules": []}', details = details - 'rules' where type = 'policy'`,
    );
  }

  get database(): Database {
    return this.context.app.get(Database);
  }

  /** Makes the notices that are due, as a worker does, until nothing is left. */
  async notices(): Promise<void> {
    await new NoticeWorkers(this.database).work();
  }

  /** @param failpoints where it crashes: work that is under way is left as it is */
  notifier(failpoints = '', settings: { retryFor?: string; disableAfter?: string } = {}): Notifier {
    const { database } = this;
    const visibility = this.get(Visibility);
    const deliveries = new DeliveryRepository(database);
    const events = new ChangeEventRepository(database, new LargeReads());
    const planner = new Planner(
      new EventNotices(events, visibility),
      this.shown(),
      new EventFacts(database, visibility),
      deliveries,
      new ContractNotices(database),
    );
    const all = {
      ...loadSettings({}),
      ...(settings.retryFor && { notificationRetryFor: settings.retryFor }),
      ...(settings.disableAfter && { notificationDisableAfter: settings.disableAfter }),
    };
    const verdicts = new VerdictEvents(
      database,
      this.get(ResultService),
      this.get(HiddenVerdicts),
      this.get(HiddenValues),
    );
    const crashes = new Failpoints(failpoints);
    const parts = new RoundParts(deliveries, this.shown(), verdicts, this.sender, this.metrics, crashes, all);
    const notifier = new Notifier(
      database,
      new HoldRepository(database),
      planner,
      this.get(Principals),
      this.get(AccessControl),
      parts,
      all,
      async () => this.get(SecretBox),
    );
    this.running.push(notifier);
    notifier.start();
    return notifier;
  }

  private shown(): ShownNotices {
    const links = this.context.app.get<Links>(LINKS, { strict: false });
    const [references, values] = [this.get(HiddenReferences), this.get(HiddenValues)];
    return new ShownNotices(this.database, this.get(Visibility), references, values, links);
  }

  async noNotifiers(): Promise<void> {
    await Promise.all(this.running.splice(0).map((notifier) => notifier.stop()));
  }

  subscribe(url: string, more: Partial<SentSubscription> = {}, by: Actor = this.admin): Promise<SubscriptionWritten> {
    const destination = { type: 'webhook' as const, url };
    const name = `s-${randomUUID()}`;
    return this.subscriptions.create(by, {
      name,
      enabled: true,
      eventTypes: ['resultCreated'],
      filter: {},
      destination,
      digestMinutes: 0,
      ...more,
    });
  }

  push(
    contract: string,
    timestamp: number,
    contractExecutionStatus: 'Success' | 'Failed' | 'Aborted',
  ): Promise<unknown> {
    return this.get(ResultService).push(this.admin, contract, { timestamp, contractExecutionStatus });
  }

  /** A contract on a table of its own. */
  async contract(): Promise<{
    readonly id: string;
    readonly node: string;
    readonly fqn: string;
    readonly asset: string;
  }> {
    const name = randomUUID().slice(0, 8);
    const asset = await this.entity('table', `shop.db.s.${name}`);
    const fqn = `shop.db.s.${name}.c`;
    const contract = await this.entity('dataContract', fqn, asset.node);
    await this.database.query(`insert into contract (node, asset, status, live) values ($1, $2, 'Active', true)`, [
      contract.node,
      asset.node,
    ]);
    return { ...contract, fqn, asset: asset.node };
  }

  async entity(type: string, fqn: string, parent: string | null = null): Promise<{ id: string; node: string }> {
    const id = randomUUID();
    const [row] = await this.database.query<{ node: string }>(
      `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details, parent, root)
       values ($1, $2, $3, $4, 1, 0, 'test', '{}', '{}', $5, $5) returning node::text`,
      [id, type, fqn.split('.').at(-1), fqn, parent],
    );
    return { id, node: row!.node };
  }

  /** What has crashed holds its subscriptions no longer than its lease. */
  async endLeases(): Promise<void> {
    await this.database.query(`update event_subscription set lease_until = 0`);
  }

  async close(): Promise<void> {
    await this.noNotifiers();
    await this.numbering.task.stop();
    this.sender.onApplicationShutdown();
    this.metrics.onApplicationShutdown();
    await this.context.close();
  }

  private get<T>(token: abstract new (...values: never[]) => T): T {
    return this.context.app.get<T>(token as never, { strict: false });
  }
}

async function administrator({ app }: LibraryContext, name: string): Promise<Principal> {
  await app.get(Database).query(
    `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
     values ($1, 'user', $2, $2, 1, 0, 'test', jsonb_build_object('isAdmin', true, 'email', $2 || '@example.org'), '{}')`,
    [randomUUID(), name],
  );
  return (await app.get(Principals).find({ who: { name }, addedRoles: [], mayAdministrate: true }))!;
}
