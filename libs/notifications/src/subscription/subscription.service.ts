import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AccessControl, SecretBox, type TokenBearer } from '@app/auth';
import { conflict, invalidFields, KeysetPages, notFound, type Actor, type PageNeighbours } from '@app/common';
import { Database, violatedIndex, type Transaction } from '@app/database';
import { CONTRACT_NOTICE_TYPES } from '@app/notices';
import { Injectable } from '@nestjs/common';
import { testNotice } from '../document/notice';
import { Sender, type Outcome } from '../sending/sender';
import { LOST, openedDestination, rotated, sealedDestination, shownDestination, withNewSecret } from './destination';
import { FilterNames } from './filter-names';
import { record, sentOf, TYPE, viewOf } from './recorded-subscription';
import { mayWriteTo, changesAll } from './recipients';
import {
  asksForWhatTimeBrings,
  RUN_NOTICES,
  typesOf,
  type DestinationDocument,
  type SealedDestination,
  type SentSubscription,
  type SubscriptionDocument,
  type SubscriptionView,
} from '../document/subscription';
import { SubscriptionRepository, type SubscriptionRow } from '../store/subscription.repository';

/** Each costs every worker a look at the events. */
const MOST_OF_ONE = 100;
const MS_A_MINUTE = 60_000;

export interface SubscriptionWritten {
  readonly subscription: SubscriptionView;
  readonly isNew: boolean;
  /** The secret of a new webhook, where the body had none: it is never shown again. */
  readonly secret?: string;
}

/** Throws where the subscription is not the one that the caller has read. @param subscription undefined: there is none */
export type SubscriptionJudge = (subscription: SubscriptionView | undefined) => void;

const asItIs: SubscriptionJudge = () => undefined;

export interface SubscriptionListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/**
 * Subscriptions of users, each of whom manages their own and is notified of what they may view; those of others are the administrators'.
 */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly database: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly access: AccessControl,
    private readonly box: SecretBox,
    private readonly pages: KeysetPages,
    private readonly sender: Sender,
    private readonly names: FilterNames,
  ) {}

  async list(
    actor: Actor,
    query: SubscriptionListRequest,
  ): Promise<{ data: SubscriptionView[]; paging: PageNeighbours }> {
    const ownerId = changesAll(this.access, actor) ? undefined : actor.id;
    const page = this.pages.open(`event subscriptions ${ownerId ?? ''}`, query);
    const { rows, neighbours: paging } = await this.subscriptions.page(ownerId, { page, limit: query.limit });
    return { data: rows.map(viewOf), paging };
  }

  async get(actor: Actor, id: string): Promise<SubscriptionView> {
    return viewOf(await this.row(actor, id));
  }

  /** @throws {AppError} CONFLICT where the actor has one of the name */
  create(actor: TokenBearer, sent: SentSubscription): Promise<SubscriptionWritten> {
    return this.writing(actor, sent.name, async (tx, found) => {
      if (found) throw conflict(`You have an event subscription ${JSON.stringify(sent.name)} already`);
      return this.add(tx, actor, sent);
    });
  }

  /** The actor's own of that name becomes what the body says. */
  put(actor: TokenBearer, sent: SentSubscription, judge: SubscriptionJudge = asItIs): Promise<SubscriptionWritten> {
    return this.writing(actor, sent.name, async (tx, found) => {
      judge(found && viewOf(found));
      return found ? this.replace(tx, actor, found, sent) : this.add(tx, actor, sent);
    });
  }

  /** @param change gives the body that the subscription shall have, from the one that it has */
  async change(
    actor: TokenBearer,
    id: string,
    change: (document: Record<string, unknown>) => SentSubscription,
    judge: SubscriptionJudge = asItIs,
  ): Promise<SubscriptionView> {
    await this.row(actor, id);
    const write = this.database.queuedTransaction(
      [`event subscription ${id}`],
      async (tx) => {
        const row = await this.locked(tx, id);
        judge(viewOf(row));
        return this.replace(tx, actor, row, change(sentOf(row)), true);
      },
      actor.origin,
    );
    return (await this.namedOnce(write)).subscription;
  }

  async remove(actor: Actor, id: string, judge: SubscriptionJudge = asItIs): Promise<void> {
    await this.row(actor, id);
    await this.database.transaction(async (tx) => {
      const row = await this.subscriptions.lock(tx, { id });
      judge(row && viewOf(row));
      if (!row) return;
      await this.subscriptions.remove(tx, id);
      await record(tx, actor, 'subscriptionDeleted', row, undefined);
    }, actor.origin);
  }

  /** A new secret, which this answer alone shows; the old one signs as well for some time. */
  async rotate(actor: Actor, id: string, graceMinutes: number): Promise<{ secret: string; previousUntil: number }> {
    await this.row(actor, id);
    return this.database.transaction(async (tx) => {
      const row = await this.locked(tx, id);
      const kept = this.opened(row);
      // What cannot be opened signs nothing more.
      const until = Date.now() + (kept ? graceMinutes * MS_A_MINUTE : 0);
      const { destination } = row.document;
      const sealed = kept ? rotated(destination.type, kept, until) : withNewSecret(destination);
      await this.subscriptions.seal(tx, id, this.sealed(sealed), actor.name, kept === undefined);
      await record(tx, actor, 'subscriptionSecretRotated', row, row);
      return { secret: sealed.secret!, previousUntil: until };
    }, actor.origin);
  }

  /** Sends one message now, also if disabled or muted; one that did not arrive can be sent again. @throws {AppError} TOO_MANY_REQUESTS */
  async test(actor: Actor, id: string): Promise<Outcome> {
    const row = await this.row(actor, id);
    this.requireRecipients(actor, row.document.destination, row);
    const kept = this.opened(row);
    if (!kept) throw conflict(LOST);
    const message = { id: randomUUID(), notices: [testNotice({ id, type: TYPE, fullyQualifiedName: row.name })] };
    const outcome = await this.sender.send({ ...row.document.destination, ...kept }, message, { principal: actor.id });
    if (outcome.kind !== 'delivered') await this.subscriptions.noteFailedTest(id, { ...message, ...outcome });
    return outcome;
  }

  /** The subscription, for what hangs on it. @throws {AppError} NOT_FOUND, also for that of another user */
  async row(actor: Actor, id: string): Promise<SubscriptionRow> {
    const row = await this.subscriptions.find(id);
    if (!row || (row.ownerId !== actor.id && !changesAll(this.access, actor))) throw notFound(TYPE, id);
    return row;
  }

  private writing(
    actor: Actor,
    name: string,
    work: (tx: Transaction, found: SubscriptionRow | undefined) => Promise<SubscriptionWritten>,
  ): Promise<SubscriptionWritten> {
    const keys = [`event subscription ${actor.id} ${name}`];
    const locked = async (tx: Transaction): Promise<SubscriptionWritten> =>
      work(tx, await this.subscriptions.lock(tx, { ownerId: actor.id, name }));
    return this.namedOnce(this.database.queuedTransaction(keys, locked, actor.origin));
  }

  private async namedOnce<T>(write: Promise<T>): Promise<T> {
    return write.catch((error: unknown) => {
      if (violatedIndex(error) !== 'event_subscription_name') throw error;
      throw conflict('There is another event subscription of that name and owner');
    });
  }

  private async locked(tx: Transaction, id: string): Promise<SubscriptionRow> {
    const row = await this.subscriptions.lock(tx, { id });
    if (!row) throw notFound(TYPE, id);
    return row;
  }

  private async add(tx: Transaction, actor: TokenBearer, given: SentSubscription): Promise<SubscriptionWritten> {
    const sent = { ...given, filter: await this.names.checked(tx, actor, given.filter) };
    if ((await this.subscriptions.countOf(tx, actor.id)) >= MOST_OF_ONE)
      throw conflict(`One user has at most ${MOST_OF_ONE} event subscriptions`);
    const id = randomUUID();
    const sealed = sealedDestination(sent.destination, this.sender.guard);
    const change = { ...this.changeOf(actor, sent, sealed), id, forgetsFailures: true };
    if (!(await this.subscriptions.insert(tx, actor.id, change))) throw notFound('user', actor.name);
    const row = await this.locked(tx, id);
    this.requireAllowed(actor, sent, row);
    await record(tx, actor, 'subscriptionCreated', undefined, row);
    const isMade = sealed.secret !== undefined && sent.destination.secret === undefined;
    return { subscription: viewOf(row), isNew: true, ...(isMade && { secret: sealed.secret }) };
  }

  private async replace(
    tx: Transaction,
    actor: TokenBearer,
    row: SubscriptionRow,
    given: SentSubscription,
    isPatch = false,
  ): Promise<SubscriptionWritten> {
    this.requireAllowed(actor, given, row);
    const filter = await this.names.checked(tx, actor, given.filter, row.document.filter);
    const sent = { ...given, filter };
    const { type } = row.document.destination;
    const kept = this.opened(row);
    // A patch of something else leaves sealed what its key may open again.
    const isLeft = !kept && isPatch && isDeepStrictEqual(sent.destination, row.document.destination);
    const sealed = isLeft ? {} : sealedDestination(sent.destination, this.sender.guard, kept && { ...kept, type });
    const isElsewhere = !isLeft && (sealed.url !== kept?.url || type !== sent.destination.type);
    const forgetsFailures = isElsewhere || (sent.enabled && !row.enabled);
    const change = { ...this.changeOf(actor, sent, sealed), ...(isLeft && { sealed: row.sealed }) };
    await this.subscriptions.update(tx, { ...change, id: row.id, forgetsFailures });
    const isMade =
      sealed.secret !== kept?.secret && sealed.secret !== undefined && sent.destination.secret === undefined;
    const changed = await this.locked(tx, row.id);
    await record(tx, actor, 'subscriptionUpdated', row, changed);
    const subscription = viewOf(changed);
    return { subscription, isNew: false, ...(isMade && { secret: sealed.secret }) };
  }

  /**
   * Requires that the subscription is allowed at all: types that the actor may view, and mails to itself; an administrator may have them
   * sent to anybody.
   * @throws {AppError} FORBIDDEN, BAD_REQUEST
   */
  private requireAllowed(actor: Actor, { filter, destination, ...sent }: SentSubscription, row: SubscriptionRow): void {
    const eventTypes = typesOf({ filter, ...sent });
    if (filter.mine && eventTypes.some((type) => !isOfInbox(type)))
      throw invalidFields([
        { field: 'eventTypes', message: `with filter.mine may be ${CONTRACT_NOTICE_TYPES.join(', ')} alone` },
      ]);
    if (destination.type === 'openlineage' && eventTypes.some((type) => !RUN_NOTICES.includes(type)))
      throw invalidFields([
        { field: 'eventTypes', message: `of a destination openlineage may be ${RUN_NOTICES.join(' and ')} alone` },
      ]);
    for (const type of filter.entityTypes ?? []) this.access.requireAnyObject(actor, 'ViewBasic', type);
    if (destination.type !== 'email') return;
    const refuse = (message: string): Error => invalidFields([{ field: 'destination.recipients', message }]);
    if (!this.sender.mailer.isReady) throw refuse('cannot be written to: the operator has not set SMTP_URL');
    this.requireRecipients(actor, destination, row);
  }

  private requireRecipients(actor: Actor, destination: DestinationDocument, { ownerEmail }: SubscriptionRow): void {
    if (mayWriteTo(this.access, actor, destination, ownerEmail)) return;
    const message = 'may only be your own address; others are set by administrators';
    throw invalidFields([{ field: 'destination.recipients', message }]);
  }

  private changeOf(actor: TokenBearer, sent: SentSubscription, sealed: SealedDestination) {
    const { name, enabled, mutedUntil, destination, ...rest } = sent;
    const eventTypes = typesOf(sent);
    const document: SubscriptionDocument = {
      ...rest,
      eventTypes,
      destination: shownDestination({ ...destination, ...sealed }),
    };
    const asksForTime = asksForWhatTimeBrings(document);
    const muted = mutedUntil === undefined ? {} : { mutedUntil };
    const mayAdministrate = actor.token?.mayAdministrate ?? true;
    const by = { by: actor.name, mayAdministrate };
    return { name, enabled, document, sealed: this.sealed(sealed), asksForTime, ...by, ...muted };
  }

  private sealed(destination: SealedDestination): Buffer {
    return this.box.seal(JSON.stringify(destination));
  }

  private opened({ sealed, document }: SubscriptionRow): SealedDestination | undefined {
    return openedDestination(this.box, document.destination, sealed);
  }
}

const isOfInbox = (type: string): boolean => (CONTRACT_NOTICE_TYPES as readonly string[]).includes(type);
