import { EntityWriter, entityTypes, joinFqn, renderEntityLink, SubtreeRemover } from '@app/catalog';
import { type Actor, AppError, sameJson, unlessRefused } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { lockContracts } from '../../entity/contract-lock';
import { ContractObservers, type ContractObserver } from '../../document/contract-observers';
import type { Json } from '../../document/json';
import { TestCaseMaker } from '../importing/test-case-maker';
import { UniqueNames } from '../../odcs/mapping/quality-rules';
import { type RuleTest, type SortedRules, sortRules } from './rule-tests';
import { RuleTestRepository, type StoredRuleTest } from './rule-test.repository';

export interface MadeRuleTest {
  readonly test: RuleTest;
  /** Absent: the catalog refuses it, since its table has no such column. Node is a bigint in decimal. */
  readonly testCase?: { readonly node: string; readonly id: string; readonly name: string; readonly fqn: string };
}

/** Names that are tried for one test case: so many of one name are not met by chance. */
const MOST_NAMES = 1_000;

/** Maintains test cases for the quality rules of contracts, which cannot have results of their own. */
@Injectable()
export class ContractRuleTests implements ContractObserver, OnModuleInit {
  private readonly type = 'testCase';

  constructor(
    private readonly database: Database,
    private readonly observers: ContractObservers,
    private readonly repository: RuleTestRepository,
    private readonly definitions: TestCaseMaker,
    private readonly writer: EntityWriter,
    private readonly remover: SubtreeRemover,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async contractsDeleted(tx: Transaction, actor: Actor, contracts: readonly string[]): Promise<void> {
    for (const { top, nodes } of await this.repository.ofDeleted(tx, contracts))
      await this.remover.hideAlong(tx, actor, nodes, top);
  }

  /** Removes the test cases of the contracts, with the rights of their remover. */
  async contractsRemoved(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    const context = { tx, actor: { ...actor, isAdmin: true }, entityType: entityTypes.get(this.type) };
    for (const id of await this.repository.idsOf(tx, nodes))
      await this.remover.removeIn(context, { id }, { hardDelete: true, recursive: true });
  }

  /**
   * Gives each rule of the contract that can be computed its test case, as the rule is now, and takes away those of rules that are gone. Done again it
   * changes nothing.
   * @param actor who may write test cases; the same each time
   * @param contract by its node @param table its FQN
   * @param columnOf the names that lead to the column of a rule in the table
   */
  async align(
    actor: Actor,
    contract: string,
    table: string,
    columnOf: (test: RuleTest) => RuleTest['column'] = ({ column }) => column,
  ): Promise<{ readonly made: readonly MadeRuleTest[]; readonly others: SortedRules['others'] }> {
    const { tests: written, others } = sortRules(await this.repository.rulesOf(contract));
    const tests = written.map((test): RuleTest => ({ ...test, column: columnOf(test) }));
    const stored = new Map((await this.repository.of(contract)).map((one) => [one.key, one]));
    const made: MadeRuleTest[] = [];
    for (const test of tests) {
      const testCase = await this.testCaseOf(actor, contract, table, test, stored.get(test.key));
      stored.delete(test.key);
      made.push({ test, ...(testCase && { testCase }) });
    }
    for (const gone of stored.values()) if (!gone.isDeleted) await this.remove(actor, gone.id);
    return { made, others };
  }

  private async testCaseOf(
    actor: Actor,
    contract: string,
    table: string,
    test: RuleTest,
    stored: StoredRuleTest | undefined,
  ): Promise<MadeRuleTest['testCase']> {
    // The catalog refuses the test case, and would again; the rule is computed without one.
    return unlessRefused(['NOT_FOUND', 'BAD_REQUEST'], async () => {
      const kept = stored && (await this.follow(actor, table, test, stored));
      return kept ?? this.make(actor, contract, table, test);
    });
  }

  /** The test case of the rule as it was; undefined where it is of another column, and goes. */
  private async follow(
    actor: Actor,
    table: string,
    test: RuleTest,
    { id, node, name, fqn, isDeleted, ...stored }: StoredRuleTest,
  ): Promise<MadeRuleTest['testCase']> {
    if (fqn !== joinFqn(table, ...test.column, name)) {
      if (!isDeleted) await this.remove(actor, id);
      return undefined;
    }
    if (isDeleted) await this.remover.restore(actor, entityTypes.get(this.type), id);
    const changes = [
      ...(sameJson(stored.parameterValues, test.parameters) ? [] : [set('parameterValues', test.parameters)]),
      ...((stored.description ?? undefined) === test.description ? [] : [set('description', test.description ?? '')]),
      ...followedSeverity(stored.extension ?? {}, test),
    ];
    const definition = await this.definition(actor, test);
    if (stored.definition !== definition)
      changes.push(set('testDefinition', { type: 'testDefinition', fullyQualifiedName: definition }));
    if (changes.length > 0) await this.writer.patch(actor, entityTypes.get(this.type), { id }, changes);
    return { id, node, name, fqn };
  }

  private async make(actor: Actor, contract: string, table: string, test: RuleTest): Promise<MadeRuleTest['testCase']> {
    const testDefinition = await this.definition(actor, test);
    const entityLink = renderEntityLink(table, test.column);
    const names = new UniqueNames();
    for (let tries = 0; tries < MOST_NAMES; tries++) {
      const name = names.take(test.name);
      const body = {
        ...{ name, testDefinition, parameterValues: test.parameters, entityLink },
        ...(test.description !== undefined && { description: test.description }),
        ...(extensionOf(test) && { extension: extensionOf(test) }),
      };
      const made = await this.makeNamed(actor, contract, test.key, { body, fqn: joinFqn(table, ...test.column, name) });
      if (made !== 'taken') return made;
    }
    return undefined;
  }

  /**
   * Makes the test case and notes it down in one transaction, which locks the contract: one is made for a rule, and none for a contract that is
   * deleted meanwhile.
   */
  private async makeNamed(
    actor: Actor,
    contract: string,
    key: string,
    { body, fqn }: { readonly body: object; readonly fqn: string },
  ): Promise<MadeRuleTest['testCase'] | 'taken'> {
    const entityType = entityTypes.get(this.type);
    const received = this.writer.receive(actor, entityType, body);
    try {
      return await this.database.transaction(async (tx) => {
        const locked = await lockContracts(tx, [contract], { live: true });
        if (locked.size === 0) return undefined;
        const there = await this.repository.noted(tx, contract, key);
        // By a concurrent run.
        if (there?.fqn === fqn) return there;
        const { id } = await this.writer.createIn({ tx, actor, entityType }, received);
        await this.repository.keep(tx, contract, key, id);
        return this.repository.noted(tx, contract, key);
      }, actor.origin);
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') return 'taken';
      throw error;
    }
  }

  private definition(actor: Actor, { metric, column }: RuleTest): Promise<string> {
    return this.definitions.definition(actor, metric, column.length ? 'COLUMN' : 'TABLE');
  }

  private async remove(actor: Actor, id: string): Promise<void> {
    const options = { hardDelete: false, recursive: true };
    // A concurrent request may be faster.
    await unlessRefused(['NOT_FOUND'], () => this.remover.remove(actor, entityTypes.get(this.type), { id }, options));
  }
}

const set = (name: string, value: unknown): object => ({ op: 'add', path: `/${name}`, value });

const extensionOf = ({ severity }: RuleTest): object | undefined => (severity === undefined ? undefined : { severity });

/** All else that the extension has stays: people may have written it. */
function followedSeverity({ severity: was, ...rest }: Json, { severity }: RuleTest): object[] {
  return was === severity ? [] : [set('extension', { ...rest, ...(severity !== undefined && { severity }) })];
}
