import { AccessControl, RuleHolders } from '@app/auth';
import { inTransaction, Visibility } from '@app/catalog';
import { AppError, forbidden, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Person } from './authors';

const CONTRACT = 'dataContract';
/** Users who are looked at for whether they approve by a rule alone. */
const MOST_BY_RULE = 50;

/** The people beside a contract, by ids. */
const PEOPLE = {
  name: 'contract-approvers',
  text: `
  select (select id::text from entity where node = $1) as id, owner_ids($1::bigint) as owners, coalesce((
    select array_agg(o.id::text) from entity_reference r join entity o on o.node = r.to_node and o.deleted_by is null
     where r.from_node = $1 and r.relation = 'reviewers'), '{}') as reviewers`,
};

/** Says who approves changes of a contract. */
@Injectable()
export class Approvers {
  constructor(
    private readonly access: AccessControl,
    private readonly holders: RuleHolders,
    private readonly visibility: Visibility,
  ) {}

  /** Whether the actor approves changes of others: a reviewer; where there is none, an owner; or by the right. Never a bot. @param contract its node */
  async includes(tx: Transaction, actor: Actor, contract: string, id: string): Promise<boolean> {
    if (actor.isBot) return false;
    const { owners, named } = await peopleOf(tx, contract);
    if (named.some((one) => actor.ownerIds.has(one))) return true;
    return this.access.allows(actor, 'ReviewContract', CONTRACT, { id, ownerIds: owners });
  }

  /**
   * Ids of the users and teams who are notified of what waits for approvers: whom the contract names – its reviewers; where there is none, its owners – and
   * those of the first 50 users, by name, with a rule for `ReviewContract` who may view the contract.
   *
   * @param contract its node
   */
  async toNotify(tx: Transaction, contract: string): Promise<readonly string[]> {
    const { id, owners, named } = await peopleOf(tx, contract);
    const right = { operation: 'ReviewContract', resource: CONTRACT, object: { id, ownerIds: owners } } as const;
    const told = new Set(named);
    for (const person of await this.holders.of(tx, right, MOST_BY_RULE)) {
      const seen = await this.visibility.seenOf(inTransaction(tx), person, [{ type: CONTRACT, id }]);
      if (seen.length > 0) told.add(person.id);
    }
    return [...told];
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
    if (!(await this.includes(tx, actor, contract, id))) throw forbidden(actor, ['ReviewContract'], CONTRACT, id);
    if (isOneOf(authors, actor))
      throw new AppError(
        'FORBIDDEN',
        `Principal ${actor.name} is not allowed: who changed a contract does not approve it`,
      );
  }
}

interface People {
  readonly id: string;
  readonly owners: readonly string[];
  readonly named: readonly string[];
}

async function peopleOf(tx: Transaction, contract: string): Promise<People> {
  type Row = { readonly id: string | null; readonly owners: string[]; readonly reviewers: string[] };
  const [row] = await query<Row>(tx, PEOPLE, [contract]);
  const { id, owners, reviewers } = row ?? { id: null, owners: [], reviewers: [] };
  return { id: id ?? '', owners, named: reviewers.length > 0 ? reviewers : owners };
}

export function isOneOf(people: readonly Person[], { id, name }: Pick<Actor, 'id' | 'name'>): boolean {
  return people.some((one) => (one.id === undefined ? one.name === name : one.id === id));
}
