import { AccessControl, Principals } from '@app/auth';
import { AppError, conflict, forbidden, KeysetPages, notFound, type Actor, type Operation } from '@app/common';
import { Conditions, Database, recordAction, type AuditedAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { EntityFinder, referenceKey } from '../read/entity-finder';
import { member, type NamedReference } from '../read/query/reference-sql';
import { visibleRow } from '../visibility/sight';
import { Visibility } from '../visibility/visibility';
import { DAYS_OPEN, MOST_OPEN_REQUESTS, type PermissionRequest } from './permission-request';
import { IS_OPEN, PermissionRequestRepository, type PermissionRequestRow } from './permission-request.repository';

const TYPE = 'permissionRequest';

export interface SentPermissionRequest {
  readonly resource: NamedReference;
  readonly operation: Operation;
  readonly reason: string;
}

export interface PermissionRequestList {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  /** Those of the actor. */
  readonly mine?: boolean;
  /** Open ones that the actor may decide. */
  readonly waiting?: boolean;
}

export interface SentDecision {
  readonly decision: 'grant' | 'refuse';
  readonly comment?: string;
}

/** A request, and whether its author may do the operation. */
export interface JudgedRequest extends PermissionRequest {
  readonly allowed: boolean;
}

/**
 * Requests for rights. They give nothing by themselves: who decides changes a role, a policy, a team or an owner by the requests that
 * there are for it, and says so in the decision.
 */
@Injectable()
export class PermissionRequests {
  constructor(
    private readonly database: Database,
    private readonly requests: PermissionRequestRepository,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly principals: Principals,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * Asks for an operation on an entity. Asking twice for the same is one request.
   *
   * @throws {AppError} NOT_FOUND for what the actor may not view; CONFLICT for what it may do, and beyond `MOST_OPEN_REQUESTS`
   */
  async ask(
    actor: Actor,
    { resource: sent, operation, reason }: SentPermissionRequest,
  ): Promise<{ readonly request: PermissionRequest; readonly isNew: boolean }> {
    const { type } = sent;
    const key = referenceKey(sent);
    if (this.visibility.isClosed(actor, type)) throw notFound(type, Object.values(key).join());
    const resource = await this.finder.findFor(actor, 'ViewBasic', type, key);
    if (this.access.allows(actor, operation, type, resource))
      throw conflict(`Principal ${actor.name} may do ${operation} on ${type} ${resource.fqn} already`);
    return this.database.transaction(async (tx) => {
      const author = await this.requests.lockAuthor(tx, actor.id);
      const open = await this.requests.openOf(tx, author);
      const same = open.find((one) => one.resource === resource.node && one.operation === operation);
      if (!same && open.length >= MOST_OPEN_REQUESTS)
        throw conflict(`${MOST_OPEN_REQUESTS} requests of ${actor.name} are open already: withdraw one first`);
      const id = same?.id ?? randomUUID();
      if (!same) await this.requests.insert(tx, { id, author, resource: resource.node, operation, reason });
      const row = (await this.requests.find(id, tx)) as PermissionRequestRow;
      if (!same) await record(tx, actor, 'permissionRequested', row);
      return { request: shownRequest(row), isNew: !same };
    }, actor.origin);
  }

  /** Those that the actor sent, and for who may decide those of others; newest first. Those on hidden entities are left out. */
  async list(actor: Actor, query: PermissionRequestList): Promise<object> {
    const { mine, waiting, limit } = query;
    const page = this.pages.open(`permission requests ${mine ? 'mine' : ''} ${waiting ? 'waiting' : ''}`, query);
    const filter = this.seen(actor);
    const own = (bound: string): string => `a.id = ${bound}::uuid`;
    if (waiting) {
      filter.add(IS_OPEN).add(`not ${own(filter.bind(actor.id))}`);
      if (!this.mayDecide(actor)) filter.add('false');
    }
    if (mine || !this.mayDecide(actor)) filter.when(actor.id, own);
    const { rows, paging } = await this.requests.page(filter, { page, limit });
    return { data: rows.map(shownRequest), paging };
  }

  /** @throws {AppError} NOT_FOUND, also for a request of another user where the actor may not decide it */
  async get(actor: Actor, id: string): Promise<JudgedRequest> {
    return this.judged(await this.row(actor, id));
  }

  /**
   * Records a decision. It changes no right.
   *
   * @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT where it is decided or expired
   */
  async decide(actor: Actor, id: string, { decision, comment }: SentDecision): Promise<JudgedRequest> {
    const { author, resource } = await this.row(actor, id);
    if (author.id === actor.id)
      throw new AppError(
        'FORBIDDEN',
        `Principal ${actor.name} is not allowed: who asks for a right does not decide about it`,
      );
    if (!this.mayDecide(actor)) throw forbidden(actor, ['EditAll'], 'policy', resource.id);
    const decided = await this.database.transaction(async (tx) => {
      await this.requireOpen(tx, id);
      const status = decision === 'grant' ? 'Granted' : 'Refused';
      await this.requests.decide(tx, id, { status, by: actor.id, ...member('comment', comment) });
      const action = decision === 'grant' ? 'permissionGranted' : 'permissionRefused';
      const row = (await this.requests.find(id, tx)) as PermissionRequestRow;
      await record(tx, actor, action, row);
      return row;
    }, actor.origin);
    return this.judged(decided);
  }

  /** By its author. @returns what was withdrawn @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT where it is decided or expired */
  async withdraw(actor: Actor, id: string): Promise<PermissionRequest> {
    const row = await this.row(actor, id);
    if (row.author.id !== actor.id)
      throw new AppError('FORBIDDEN', `Principal ${actor.name} is not allowed: only who sent the request withdraws it`);
    await this.database.transaction(async (tx) => {
      await this.requireOpen(tx, id);
      await record(tx, actor, 'permissionRequestWithdrawn', row);
      await this.requests.remove(tx, id);
    }, actor.origin);
    return shownRequest(row);
  }

  /** Whether the actor can change what rights follow from. */
  private mayDecide(actor: Actor): boolean {
    return !actor.isBot && ['role', 'policy'].every((type) => this.access.allows(actor, 'EditAll', type));
  }

  private async requireOpen(tx: Transaction, id: string): Promise<void> {
    const locked = await this.requests.lock(tx, id);
    if (!locked) throw notFound(TYPE, id);
    if (!locked.isOpen) throw conflict(`The request ${id} is decided, or was not within ${DAYS_OPEN} days`);
  }

  private async row(actor: Actor, id: string): Promise<PermissionRequestRow> {
    const row = await this.requests.find(id);
    const isSeen =
      row &&
      (row.author.id === actor.id || this.mayDecide(actor)) &&
      (await this.visibility.seenOf(this.database, actor, [row.resource])).length > 0;
    if (!isSeen) throw notFound(TYPE, id);
    return row;
  }

  /** Conditions of a list: the resource is visible for the actor. */
  private seen(actor: Actor): Conditions {
    const filter = Conditions.of();
    const sight = this.visibility.sightOf(actor);
    return sight === 'all' ? filter : filter.add(visibleRow(sight, 'e', filter.bind));
  }

  private async judged(row: PermissionRequestRow): Promise<JudgedRequest> {
    const { author, resource, operation } = row;
    const [principal, object] = await Promise.all([
      this.principals.find({ who: { name: author.name }, addedRoles: [], mayAdministrate: true }),
      this.finder.find(resource.type, { id: resource.id }),
    ]);
    const allowed = Boolean(principal && object && this.access.allows(principal, operation, resource.type, object));
    return { ...shownRequest(row), allowed };
  }
}

function record(tx: Transaction, { name }: Actor, action: AuditedAction, row: PermissionRequestRow): Promise<void> {
  const { id, operation, reason, author, comment } = row;
  const change = { id, operation, requestedBy: author.name, reason, ...member('comment', comment) };
  return recordAction(tx, { action, actor: name, to: { nodes: [row.node] }, change });
}

function shownRequest(row: PermissionRequestRow): PermissionRequest {
  const { id, resource, operation, reason, status } = row;
  return {
    ...{ id, resource, operation, reason, requestedBy: row.author, requestedAt: Number(row.requested_at) },
    ...{ status, expiresAt: Number(row.expires_at) },
    ...member('decidedBy', row.decided_by),
    ...member('decidedAt', row.decided_at === null ? null : Number(row.decided_at)),
    ...member('comment', row.comment),
  };
}
