import { AccessControl } from '@app/auth';
import {
  EntityFinder,
  entityTypes,
  type FoundEntity,
  member,
  type NamedReference,
  referenceKey,
  Visibility,
} from '@app/catalog';
import { AppError, conflict, invalidFields, KeysetPages, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { Conditions, Database, recordAction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isOwnParty, isParty, isSeenParty } from '../party-conditions';
import { ConsumerRepository, type ConsumerRow } from '../consumers/consumer.repository';
import { knownPath, type ContractConsumer } from '../consumers/contract-consumer';
import { AwaitedConsents } from './awaited-consents';
import { PromisedColumns } from '../consumers/promised-columns';

const TYPE = 'contractConsumer';
const CONTRACT = 'dataContract';
const MOST_CONSUMERS = 1_000;

/** A declaration as it is sent. */
export interface SentConsumer {
  readonly party: NamedReference;
  readonly purpose: string;
  readonly columns?: readonly string[];
  readonly contact?: string;
  /** Epoch ms. */
  readonly until?: number;
}

export interface ConsumerListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  /** Id or name of a user or team. */
  readonly party?: string;
  /** Those of the actor and its teams. */
  readonly mine?: boolean;
}

/** Stores the consumers of contracts: users declare themselves and their teams. */
@Injectable()
export class ConsumerService {
  constructor(
    private readonly database: Database,
    private readonly consumers: ConsumerRepository,
    private readonly columns: PromisedColumns,
    private readonly finder: EntityFinder,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    private readonly awaited: AwaitedConsents,
  ) {}

  /** Those of one contract, by name. @throws {AppError} NOT_FOUND */
  async ofContract(actor: Actor, id: string, query: ConsumerListRequest): Promise<object> {
    const { node } = await this.contract(actor, id);
    const filter = this.seen(actor).when(node, (bound) => `d.contract = ${bound}::bigint`);
    return this.page(`contract consumers ${id}`, filter, query);
  }

  /** Declarations on all contracts that the actor may view, by name of the consumer. */
  async list(actor: Actor, query: ConsumerListRequest): Promise<object> {
    const { party, mine } = query;
    const filter = this.seen(actor)
      .within(this.visibility.condition(actor, entityTypes.get(CONTRACT)))
      .when(party, isParty);
    if (mine) filter.add(isOwnParty(actor, filter.bind));
    return this.page(`consumers ${party ?? ''} ${mine ? 'mine' : ''}`, filter, query);
  }

  /** @throws {AppError} NOT_FOUND */
  async get(actor: Actor, contractId: string, id: string): Promise<ContractConsumer> {
    const { node } = await this.contract(actor, contractId);
    return this.shownOne(await this.row(actor, node, id));
  }

  /**
   * Declares a consumer of a contract, or changes a declaration.
   *
   * @throws {AppError} NOT_FOUND (contract, consumer), FORBIDDEN, BAD_REQUEST (columns), CONFLICT where there are too many
   */
  async put(
    actor: Actor,
    contractId: string,
    sent: SentConsumer,
  ): Promise<{ readonly consumer: ContractConsumer; readonly isNew: boolean }> {
    const contract = await this.contract(actor, contractId);
    const party = await this.party(actor, sent.party);
    const byParty = actor.ownerIds.has(party.id);
    if (!byParty) this.access.require(actor, ['EditAll'], CONTRACT, contract);
    const columns = await this.columnsOf(contract, sent.columns);
    if (sent.until !== undefined && sent.until <= (await this.database.now()))
      throw invalidFields([{ field: 'until', message: `must be in the future; got ${sent.until}` }]);
    const { purpose, contact, until } = sent;
    const written = await this.database.transaction(async (tx) => {
      if (!(await lockContracts(tx, [contract.node], { live: true })).size) throw notFound(CONTRACT, contractId);
      const before = await this.consumers.ofParty(tx, contract.node, party.node);
      if (before?.by_party && !byParty && !actor.isAdmin) throw notYours(actor, 'changes');
      if (before) await this.awaited.requireNone(tx, actor, before.id);
      if (!before && (await this.consumers.countOf(tx, contract.node)) >= MOST_CONSUMERS)
        throw conflict(`The contract has ${MOST_CONSUMERS} consumers already`);
      const id = before?.id ?? randomUUID();
      const declaration = { id, contract: contract.node, party: party.node, purpose, columns, contact, until };
      await this.consumers.put(tx, { ...declaration, by: actor.id, byParty });
      const after = await this.consumers.ofParty(tx, contract.node, party.node);
      if (!after) throw notFound(party.type, party.id);
      await recordAction(tx, {
        ...{ action: 'consumerDeclared', actor: actor.name, to: { nodes: [contract.node] } },
        ...(before && { before: recorded(before) }),
        after: recorded(after),
      });
      return { row: after, isNew: !before };
    }, actor.origin);
    return { consumer: await this.shownOne(written.row), isNew: written.isNew };
  }

  /**
   * By the consumer itself, by the user who declared it, and by administrators: an owner who could strike consumers could do without
   * their consent. Not by the author or an approver of a change that waits for the consent of the consumer.
   *
   * @returns what was removed
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async remove(actor: Actor, contractId: string, id: string): Promise<ContractConsumer> {
    const contract = await this.contract(actor, contractId);
    const row = await this.row(actor, contract.node, id);
    const declaredIt = !row.by_party && row.declared_by?.id === actor.id;
    if (!actor.isAdmin && !actor.ownerIds.has(row.party.id) && !declaredIt) throw notYours(actor, 'removes');
    await this.database.transaction(async (tx) => {
      await lockContracts(tx, [contract.node]);
      await this.awaited.requireNone(tx, actor, id);
      if (!(await this.consumers.remove(tx, id))) throw notFound(TYPE, id);
      const to = { nodes: [contract.node] };
      await recordAction(tx, { action: 'consumerRemoved', actor: actor.name, to, before: recorded(row) });
    }, actor.origin);
    return this.shownOne(row);
  }

  private contract(actor: Actor, id: string): Promise<FoundEntity> {
    return this.finder.findFor(actor, 'ViewBasic', CONTRACT, { id });
  }

  /** Oneself and one's own teams are found also by who may view no users and teams. */
  private async party(actor: Actor, reference: NamedReference): Promise<FoundEntity> {
    const [{ type }, key] = [reference, referenceKey(reference)];
    const own = await this.finder.find(type, key);
    if (own && !own.deleted && actor.ownerIds.has(own.id)) return own;
    return this.finder.findFor(actor, 'ViewBasic', type, key);
  }

  private async row(actor: Actor, contract: string, id: string): Promise<ConsumerRow> {
    const row = await this.consumers.find(contract, id);
    const isOwn = row && actor.ownerIds.has(row.party.id);
    if (!row || (!isOwn && !(await this.visibility.seenOf(this.database, actor, [row.party])).length))
      throw notFound(TYPE, id);
    return row;
  }

  private async columnsOf(
    { node, fqn }: FoundEntity,
    sent: readonly string[] | undefined,
  ): Promise<readonly string[] | undefined> {
    if (!sent?.length) return undefined;
    const promised = (await this.columns.of([node])).get(node);
    const found = sent.map((text) => promised && knownPath(text, promised));
    const faults = sent.flatMap((text, at) =>
      found[at] === undefined
        ? [{ field: `columns[${at}]`, message: `${JSON.stringify(text)} is no column of the contract ${fqn}` }]
        : [],
    );
    if (faults.length) throw invalidFields(faults);
    return [...new Set(found as string[])];
  }

  /** Conditions of a list, on a consumer `p`: those that are hidden from the actor are left out. */
  private seen(actor: Actor): Conditions {
    const filter = Conditions.of();
    const seen = isSeenParty(this.visibility, actor, filter.bind);
    return seen === undefined ? filter : filter.add(seen);
  }

  private async page(scope: string, filter: Conditions, query: ConsumerListRequest): Promise<object> {
    const page = this.pages.open(scope, query);
    const { rows, paging } = await this.consumers.page(filter, { page, limit: query.limit });
    return { data: await this.shown(rows), paging };
  }

  private async shownOne(row: ConsumerRow): Promise<ContractConsumer> {
    const [shown] = await this.shown([row]);
    return shown as ContractConsumer;
  }

  private async shown(rows: readonly ConsumerRow[]): Promise<ContractConsumer[]> {
    const paths = await this.columns.of(rows.filter(({ columns }) => columns).map(({ node }) => node));
    return rows.map((row) => {
      const missing = row.columns?.filter((column) => {
        const promised = paths.get(row.node);
        return !promised || knownPath(column, promised) === undefined;
      });
      return {
        ...{ id: row.id, contract: row.contract, party: row.party, purpose: row.purpose },
        ...member('columns', row.columns),
        ...(missing?.length && { missingColumns: missing }),
        ...member('contact', row.contact),
        ...member('until', row.until === null ? undefined : Number(row.until)),
        ...(row.expired && { expired: true as const }),
        ...member('declaredBy', row.declared_by),
        declaredAt: Number(row.declared_at),
        updatedAt: Number(row.updated_at),
      };
    });
  }
}

function notYours({ name }: Actor, does: string): AppError {
  const message = `Principal ${name} is not allowed: only the consumer itself, who declared it for the consumer, or an administrator ${does} this`;
  return new AppError('FORBIDDEN', message);
}

function recorded({ id, party, purpose, columns, contact, until }: ConsumerRow): object {
  const { type, fullyQualifiedName } = party;
  return { id, party: { type, fullyQualifiedName }, purpose, columns, contact, until: until && Number(until) };
}
