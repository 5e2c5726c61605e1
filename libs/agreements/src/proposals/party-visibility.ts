import { Principals } from '@app/auth';
import { inTransaction, Visibility } from '@app/catalog';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

const CONTRACT = 'dataContract';
/** Members of a team, by name, of whom one that may view the contract is enough. */
const MOST_MEMBERS = 20;

/** The people who stand for a party: the user itself; of a team its members and those of the teams below it. @param party node in SQL */
const peopleOf = (party: string): string => `array(
    with recursive reached (node) as (
      select ${party} union
      select x.from_node from reached r join entity_reference x on x.to_node = r.node and x.relation in ('teams', 'parents')
        join entity t on t.node = x.from_node and t.type in ('user', 'team') and t.deleted_by is null)
    select u.node::text from reached r join entity u on u.node = r.node and u.type = 'user' and u.deleted_by is null
     order by u.name limit ${MOST_MEMBERS})`;

const OF_DECLARATIONS: PreparedStatement = {
  name: 'contract-proposal-people',
  text: `select d.id::text as party, ${peopleOf('d.party')} as people from contract_consumer d where d.id = any($1::uuid[])`,
};
const OF_PARTY: PreparedStatement = {
  name: 'contract-party-people',
  text: `select 'one' as party, ${peopleOf('$1::bigint')} as people`,
};

/** Finds consumers, and parties that may become so, who have no right to view a contract. */
@Injectable()
export class PartyVisibility {
  constructor(
    private readonly principals: Principals,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Finds those from whom the contract is hidden: of a team from each of its first 20 members, by name. A team without members is not among them, since
   * a user may join it.
   *
   * @param contract its id
   * @param consumers ids of declarations
   */
  async without(tx: Transaction, contract: string, consumers: readonly string[]): Promise<ReadonlySet<string>> {
    return consumers.length === 0 ? new Set() : this.blind(tx, contract, OF_DECLARATIONS, consumers);
  }

  /** Whether the contract is hidden from a user or team, as `without` says. @param party its node */
  async isWithout(tx: Transaction, contract: string, party: string): Promise<boolean> {
    return (await this.blind(tx, contract, OF_PARTY, party)).size > 0;
  }

  private async blind(
    tx: Transaction,
    contract: string,
    statement: PreparedStatement,
    of: readonly string[] | string,
  ): Promise<ReadonlySet<string>> {
    const rows = await query<{ party: string; people: string[] }>(tx, statement, [of]);
    const people = await this.principals.all(tx, [...new Set(rows.flatMap((row) => row.people))]);
    const seeing = new Set<string>();
    for (const person of people) {
      const seen = await this.visibility.seenOf(inTransaction(tx), person, [{ type: CONTRACT, id: contract }]);
      if (seen.length > 0) seeing.add(person.node);
    }
    const blind = rows.filter((row) => row.people.length > 0 && !row.people.some((node) => seeing.has(node)));
    return new Set(blind.map(({ party }) => party));
  }
}
