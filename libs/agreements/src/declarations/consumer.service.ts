import { AccessControl } from '@app/auth';
import { type FoundEntity, member, type NamedReference } from '@app/catalog';
import { AppError, conflict, invalidFields, KeysetPages, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { type Conditions, Database, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isOwnParty, isParty } from '../party-conditions';
import { ConsumerRepository, type ConsumerRow } from '../consumers/consumer.repository';
import { knownPath, type ContractConsumer } from '../consumers/contract-consumer';
import { AwaitedConsents } from './awaited-consents';
import { PromisedColumns } from '../consumers/promised-columns';
import { DeclarationEnds } from './declaration-ends';
import { notifyOfAnswer } from './invitation-notices';
import { InvitationRepository } from './invitation.repository';

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
    private readonly access: AccessControl,
    private readonly pages: KeysetPages,
    private readonly awaited: AwaitedConsents,
    private readonly ends: DeclarationEnds,
    private readonly invitations: InvitationRepository,
  ) {}

  /** Those of one contract, by name. @throws {AppError} NOT_FOUND */
  async ofContract(actor: Actor, id: string, query: ConsumerListRequest): Promise<object> {
    const { node } = await this.ends.contract(actor, id);
    const filter = this.ends.ofContract(actor).when(node, (bound) => `d.contract = ${bound}::bigint`);
    return this.page(`contract consumers ${id}`, filter, query);
  }

  /** Declarations on all contracts that the actor may view, by name of the consumer. */
  async list(actor: Actor, query: ConsumerListRequest): Promise<object> {
    const { party, mine } = query;
    const filter = this.ends.ofAll(actor).when(party, isParty);
    if (mine) filter.add(isOwnParty(actor, filter.bind));
    return this.page(`consumers ${party ?? ''} ${mine ? 'mine' : ''}`, filter, query);
  }

  /** @throws {AppError} NOT_FOUND */
  async get(actor: Actor, contractId: string, id: string): Promise<ContractConsumer> {
    const { node } = await this.ends.contract(actor, contractId);
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
    const contract = await this.ends.contract(actor, contractId);
    const party = await this.ends.party(actor, sent.party);
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
      const invitation = await this.accept(tx, actor, contract.node, party.node);
      await recordAction(tx, {
        ...{ action: 'consumerDeclared', actor: actor.name, to: { nodes: [contract.node] } },
        ...(before && { before: recorded(before) }),
        after: { ...recorded(after), ...member('invitation', invitation) },
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
    const contract = await this.ends.contract(actor, contractId);
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

  /** The declaration of a party answers the invitation that is open for it. @returns its id */
  private async accept(tx: Transaction, actor: Actor, contract: string, party: string): Promise<string | undefined> {
    const open = await this.invitations.ofParty(tx, contract, party);
    if (!open || !(await this.invitations.remove(tx, open.id))) return undefined;
    await notifyOfAnswer(tx, contract, open, { decision: 'accept', by: actor.name });
    return open.id;
  }

  private async row(actor: Actor, contract: string, id: string): Promise<ConsumerRow> {
    const row = await this.consumers.find(contract, id);
    if (!row || !(await this.ends.seesParty(actor, row.party))) throw notFound(TYPE, id);
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
