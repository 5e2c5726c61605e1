import { AccessControl } from '@app/auth';
import { AppError, forbidden, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Person } from './authors';

/** The people beside a contract, by ids. */
const PEOPLE = {
  name: 'contract-approvers',
  text: `
  select owner_ids($1::bigint) as owners, coalesce((
    select array_agg(o.id::text) from entity_reference r join entity o on o.node = r.to_node and o.deleted_by is null
     where r.from_node = $1 and r.relation = 'reviewers'), '{}') as reviewers`,
};

/** Says who approves changes of a contract. */
@Injectable()
export class Approvers {
  constructor(private readonly access: AccessControl) {}

  /** Whether the actor approves changes of others: a reviewer; where there is none, an owner; or by the right. Never a bot. @param contract its node */
  async includes(tx: Transaction, actor: Actor, contract: string, id: string): Promise<boolean> {
    if (actor.isBot) return false;
    const { owners, named } = await peopleOf(tx, contract);
    if (named.some((one) => actor.ownerIds.has(one))) return true;
    return this.access.allows(actor, 'ReviewContract', 'dataContract', { id, ownerIds: owners });
  }

  /** Ids of the users and teams whom the contract names: its reviewers; where there is none, its owners. @param contract its node */
  async named(tx: Transaction, contract: string): Promise<readonly string[]> {
    return (await peopleOf(tx, contract)).named;
  }

  /**
   * @param authors those of the change: they never approve it, whatever their rights
   * @throws {AppError} FORBIDDEN
   */
  async require(
    tx: Transaction,
    actor: Actor,
    contract: string,
    id: string,
    authors: readonly Person[],
  ): Promise<void> {
    if (!(await this.includes(tx, actor, contract, id))) throw forbidden(actor, ['ReviewContract'], 'dataContract', id);
    if (isOneOf(authors, actor))
      throw new AppError(
        'FORBIDDEN',
        `Principal ${actor.name} is not allowed: who changed a contract does not approve it`,
      );
  }
}

async function peopleOf(tx: Transaction, contract: string): Promise<Record<'owners' | 'named', readonly string[]>> {
  const people = await query<{ owners: string[]; reviewers: string[] }>(tx, PEOPLE, [contract]);
  const { owners, reviewers } = people[0] ?? { owners: [], reviewers: [] };
  return { owners, named: reviewers.length > 0 ? reviewers : owners };
}

export function isOneOf(people: readonly Person[], { id, name }: Pick<Actor, 'id' | 'name'>): boolean {
  return people.some((one) => (one.id === undefined ? one.name === name : one.id === id));
}
