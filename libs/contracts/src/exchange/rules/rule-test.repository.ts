import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Json } from '../../document/json';

/** A test case that stands for a rule, as it is now. */
export interface StoredRuleTest {
  readonly key: string;
  /** Node of the test case, a bigint in decimal. */
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
  readonly definition: string;
  readonly parameterValues: unknown;
  readonly description: string | null;
  readonly extension: Json | null;
  readonly isDeleted: boolean;
}

/** The test cases of the quality rules of contracts. Contracts are named by their nodes. */
@Injectable()
export class RuleTestRepository {
  constructor(private readonly database: Database) {}

  /** The quality rules of a contract, as it is now. */
  async rulesOf(contract: string): Promise<unknown> {
    return (await this.database.read<{ rules: unknown }>(RULES, [contract]))[0]?.rules;
  }

  async of(contract: string): Promise<StoredRuleTest[]> {
    return this.database.read<StoredRuleTest & object>(OF, [contract]);
  }

  /** Ids of the test cases of contracts. */
  async idsOf(tx: Transaction, contracts: readonly string[]): Promise<string[]> {
    return (await query<{ id: string }>(tx, IDS, [contracts])).map(({ id }) => id);
  }

  /** Nodes of live test cases of contracts that are deleted softly, by the node whose deletion that was. */
  ofDeleted(
    tx: Transaction,
    contracts: readonly string[],
  ): Promise<{ readonly top: string; readonly nodes: readonly string[] }[]> {
    return query<{ top: string; nodes: readonly string[] }>(tx, OF_DELETED, [contracts]);
  }

  async keep(tx: Transaction, contract: string, key: string, id: string): Promise<void> {
    await query(tx, KEEP, [contract, key, id]);
  }

  /** The live test case that stands for a rule. */
  async noted(
    tx: Transaction,
    contract: string,
    key: string,
  ): Promise<Pick<StoredRuleTest, 'node' | 'id' | 'name' | 'fqn'> | undefined> {
    return (await query<Pick<StoredRuleTest, 'node' | 'id' | 'name' | 'fqn'>>(tx, NOTED, [contract, key]))[0];
  }
}

const RULES = {
  name: 'rules-of-contract',
  text: `
  select coalesce(e.body -> 'odcsQualityRules', e.details -> 'odcsQualityRules') as rules
    from entity e where e.node = $1 and e.deleted_by is null`,
};

const OF = {
  name: 'rule-tests-of-contract',
  text: `
  select m.key, t.node::text, t.id::text, t.fqn, t.name, d.name as definition, t.body -> 'parameterValues' as "parameterValues",
         coalesce(t.body ->> 'description', t.details ->> 'description') as description,
         t.details -> 'extension' as extension, t.deleted_by is not null as "isDeleted"
    from contract_rule_test m join entity t on t.node = m.test_case
    left join entity_reference r on r.from_node = t.node and r.relation = 'testDefinition'
    left join entity d on d.node = r.to_node
   where m.contract = $1`,
};

const IDS = `
  select t.id::text from contract_rule_test m join entity t on t.node = m.test_case where m.contract = any($1::bigint[]) order by t.node`;

const OF_DELETED = `
  select c.deleted_by::text as top, array_agg(t.node::text) as nodes
    from contract_rule_test m join entity c on c.node = m.contract join entity t on t.node = m.test_case
   where m.contract = any($1::bigint[]) and c.deleted_by is not null and t.deleted_by is null group by c.deleted_by`;

const KEEP = `
  insert into contract_rule_test (contract, key, test_case) select $1, $2, e.node from entity e where e.id = $3
  on conflict (contract, key) do update set test_case = excluded.test_case`;

const NOTED = `
  select t.node::text, t.id::text, t.name, t.fqn from contract_rule_test m join entity t on t.node = m.test_case
   where m.contract = $1 and m.key = $2 and t.deleted_by is null`;
