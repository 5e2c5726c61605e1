import { type FoundEntity, member, type NamedReference, type Reference } from '@app/catalog';
import { AppError, conflict, invalidFields, KeysetPages, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import { type Conditions, Database, recordAction, type AuditedAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ConsumerRepository } from '../consumers/consumer.repository';
import { isOwnParty } from '../party-conditions';
import { PartyVisibility } from '../proposals/party-visibility';
import { DeclarationEnds } from './declaration-ends';
import { notifyOfAnswer, notifyOfInvitation } from './invitation-notices';
import { InvitationRepository, IS_INVITED, type InvitationRow } from './invitation.repository';

const TYPE = 'contractInvitation';
const CONTRACT = 'dataContract';
/** Limit of the open invitations of one contract. */
const MOST_INVITATIONS = 100;

/** An open invitation of a user or team to declare what it relies on; times in epoch ms. */
export interface ContractInvitation {
  readonly id: string;
  readonly contract: Reference;
  readonly party: Reference;
  readonly message?: string;
  /** Absent where that user is gone. */
  readonly invitedBy?: Reference;
  readonly invitedAt: number;
  readonly expiresAt: number;
}

/** An invitation as it is sent. */
export interface SentInvitation {
  readonly party: NamedReference;
  readonly message?: string;
}

export interface InvitationListRequest {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/** Invites users and teams to declare what they rely on. They accept by the declaration itself, which ends the invitation. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationRepository,
    private readonly consumers: ConsumerRepository,
    private readonly ends: DeclarationEnds,
    private readonly partyVisibility: PartyVisibility,
    private readonly pages: KeysetPages,
  ) {}

  /** The open ones of one contract, newest first. @throws {AppError} NOT_FOUND */
  async ofContract(actor: Actor, id: string, query: InvitationListRequest): Promise<object> {
    const { node } = await this.ends.contract(actor, id);
    const filter = this.ends.ofContract(actor).when(node, (bound) => `i.contract = ${bound}::bigint`);
    return this.page(`contract invitations ${id}`, filter, query);
  }

  /** The open ones of the actor and its teams, on contracts that it may view; newest first. */
  async ofActor(actor: Actor, query: InvitationListRequest): Promise<object> {
    const filter = this.ends.ofAll(actor);
    filter.add(isOwnParty(actor, filter.bind));
    return this.page('own contract invitations', filter, query);
  }

  /**
   * Invites a user or team. While an invitation of the same party is open, it is that one.
   *
   * @throws {AppError} NOT_FOUND (contract, party), FORBIDDEN, BAD_REQUEST for who may not view the contract, CONFLICT for who relies on it
   * already, and beyond `MOST_INVITATIONS`
   */
  async invite(
    actor: Actor,
    contractId: string,
    { party: sent, message }: SentInvitation,
  ): Promise<{ readonly invitation: ContractInvitation; readonly isNew: boolean }> {
    const contract = await this.ends.contract(actor, contractId, 'EditAll');
    const party = await this.ends.party(actor, sent);
    const { row, isNew } = await this.database.transaction(async (tx) => {
      if (!(await lockContracts(tx, [contract.node], { live: true })).size) throw notFound(CONTRACT, contractId);
      await this.requireInvitable(tx, contract, party);
      const open = await this.invitations.ofParty(tx, contract.node, party.node);
      if (open) return { row: open, isNew: false };
      if ((await this.invitations.countOf(tx, contract.node)) >= MOST_INVITATIONS)
        throw conflict(`${MOST_INVITATIONS} invitations of the contract are open already: withdraw one first`);
      const id = randomUUID();
      await this.invitations.put(tx, { id, contract: contract.node, party: party.node, message, by: actor.id });
      const made = await this.invitations.ofParty(tx, contract.node, party.node);
      if (!made) throw notFound(party.type, party.id);
      await notifyOfInvitation(tx, contract.node, made, actor.name);
      await record(tx, actor, 'consumerInvited', contract.node, made);
      return { row: made, isNew: true };
    }, actor.origin);
    return { invitation: shown(row), isNew };
  }

  /** @returns what was withdrawn @throws {AppError} NOT_FOUND, also where it was answered or has ended; FORBIDDEN */
  async withdraw(actor: Actor, contractId: string, id: string): Promise<ContractInvitation> {
    const contract = await this.ends.contract(actor, contractId, 'EditAll');
    const row = await this.row(actor, contract, id);
    await this.end(actor, contract, row, async (tx) => {
      await record(tx, actor, 'invitationWithdrawn', contract.node, row);
    });
    return shown(row);
  }

  /** By the invited user, or a member of the invited team. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async decline(actor: Actor, contractId: string, id: string, reason?: string): Promise<ContractInvitation> {
    const contract = await this.ends.contract(actor, contractId);
    const row = await this.row(actor, contract, id);
    if (!actor.ownerIds.has(row.party.id)) {
      const message = `Principal ${actor.name} is not allowed: only who is invited declines`;
      throw new AppError('FORBIDDEN', message);
    }
    await this.end(actor, contract, row, async (tx) => {
      await notifyOfAnswer(tx, contract.node, row, { decision: 'decline', by: actor.name, reason });
      await record(tx, actor, 'invitationDeclined', contract.node, row, reason);
    });
    return shown(row);
  }

  /** Removes an open invitation, one after the other with all that concerns the consumers of its contract. */
  private async end(
    actor: Actor,
    { node }: FoundEntity,
    { id }: InvitationRow,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockContracts(tx, [node]);
      if (!(await this.invitations.remove(tx, id))) throw notFound(TYPE, id);
      await also(tx);
    }, actor.origin);
  }

  /** That it may not view the contract is all that who invites learns about the rights of a party. */
  private async requireInvitable(tx: Transaction, contract: FoundEntity, party: FoundEntity): Promise<void> {
    const declared = await this.consumers.ofParty(tx, contract.node, party.node);
    if (declared && !declared.expired) throw conflict(`The ${party.type} ${party.name} relies on the contract already`);
    if (await this.partyVisibility.isWithout(tx, contract.id, party.node)) {
      const message = `The ${party.type} ${party.name} may not view the contract`;
      throw invalidFields([{ field: 'party', message }]);
    }
  }

  private async row(actor: Actor, contract: FoundEntity, id: string): Promise<InvitationRow> {
    const row = await this.invitations.find(contract.node, id);
    if (!row || !(await this.ends.seesParty(actor, row.party))) throw notFound(TYPE, id);
    return row;
  }

  private async page(scope: string, filter: Conditions, query: InvitationListRequest): Promise<object> {
    const page = this.pages.open(scope, query);
    const { rows, paging } = await this.invitations.page(filter.add(IS_INVITED), { page, limit: query.limit });
    return { data: rows.map(shown), paging };
  }
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: AuditedAction,
  contract: string,
  { id, party, message }: InvitationRow,
  reason?: string,
): Promise<void> {
  const { type, fullyQualifiedName } = party;
  const change = {
    id,
    party: { type, fullyQualifiedName },
    ...member('message', message),
    ...member('reason', reason),
  };
  return recordAction(tx, { action, actor: name, to: { nodes: [contract] }, change });
}

function shown({ id, contract, party, message, ...row }: InvitationRow): ContractInvitation {
  return {
    ...{ id, contract, party },
    ...member('message', message),
    ...member('invitedBy', row.invited_by),
    ...{ invitedAt: Number(row.invited_at), expiresAt: Number(row.expires_at) },
  };
}
