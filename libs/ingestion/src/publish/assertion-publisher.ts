import { EntityDocuments, entityTypes, EntityWriter, inTransaction, joinFqn, splitFqn } from '@app/catalog';
import { AppError, attemptAsync, type Actor } from '@app/common';
import { behindSavepoint, query, type Transaction } from '@app/database';
import { AssetColumns, columnPath } from '@app/lineage';
import { DerivedEvidence, type NodeTestResult } from '@app/quality';
import { Injectable } from '@nestjs/common';
import type { Severity } from '../event/lenient';
import { closestTest, definitionsOf, TESTS_NAMED, type NamedTest } from './named-tests';

/** The outcomes that one or more events report for a table at one time. */
interface Outcome {
  readonly fqn: string;
  readonly node: string;
  /** The type of the asset: only tables have test cases. */
  readonly type: string;
  readonly assertion: string;
  readonly column: string | null;
  /** The producer's own name of the test. */
  readonly name: string | null;
  readonly description: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  /** Epoch ms, in decimal. */
  readonly time: string;
  readonly success: boolean;
  /** Null where none is stated. */
  readonly severity: Severity | null;
}

interface FoundEntity {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly severity: string | null;
}

/** Stores asserted qualities of tables as test cases `<assertion>[_<column>]` with their results. */
@Injectable()
export class AssertionPublisher {
  constructor(
    private readonly writer: EntityWriter,
    private readonly documents: EntityDocuments,
    private readonly columns: AssetColumns,
    private readonly evidence: DerivedEvidence,
  ) {}

  /**
   * @param times epoch ms of the events to publish; absent: all
   * @returns notes: assertions that became no test case, and why
   */
  async publish(
    tx: Transaction,
    sender: Actor,
    nodes: readonly string[],
    times?: readonly number[],
  ): Promise<string[]> {
    // Whether the sender may have test cases made was asked already.
    const actor = { ...sender, isAdmin: true };
    const outcomes = await query<Outcome>(tx, OUTCOMES, [nodes, times ?? null]);
    if (outcomes.length === 0) return [];
    const paths = await this.columns.of(tx, nodes);
    const notes: string[] = [];
    const results = new Map<string, NodeTestResult>();
    const cases = new Map<string, FoundEntity | undefined>();
    const stated = new Map<string, Outcome>();
    for (const outcome of outcomes) {
      const { fqn, node, type, column, time, success } = outcome;
      if (type !== 'table') {
        notes.push(`${fqn} is a ${type}: tables alone have test cases, and its assertions are left out`);
        continue;
      }
      const path = column === null ? undefined : columnPath(column, fqn, paths.get(node) ?? new Set());
      const isPlaced = column === null || path !== undefined;
      const test = { ...testCaseOf(fqn, outcome, path), isPlaced };
      const key = isPlaced ? test.fqn : `${test.fqn} ${column}`;
      if (!cases.has(key)) cases.set(key, await this.caseOf(tx, actor, outcome, test, notes));
      const testCase = cases.get(key);
      if (testCase === undefined) continue;
      if (outcome.severity) stated.set(testCase.fqn, outcome);
      const status = success ? ('Success' as const) : ('Failed' as const);
      const result = { node: testCase.node, timestamp: Number(time), status, body: bodyOf(outcome) };
      results.set(`${testCase.node} ${time}`, result);
    }
    for (const [fqn, outcome] of stated) await this.weigh(tx, actor, fqn, outcome, notes);
    await this.evidence.record(tx, [...results.values()]);
    return notes;
  }

  /** The test case, made with its first outcome; undefined where it was deleted or cannot be created. */
  private async caseOf(
    tx: Transaction,
    actor: Actor,
    outcome: Outcome,
    test: ResolvedTest,
    notes: string[],
  ): Promise<FoundEntity | undefined> {
    const known = await this.known(tx, outcome, test);
    if (known && !known.deleted) return known;
    if (known) {
      notes.push(`the test case ${test.fqn} is deleted: its assertions are left out`);
      return undefined;
    }
    if (!test.isPlaced) {
      notes.push(`${outcome.fqn} has no column ${outcome.column}: the assertion ${outcome.assertion} is left out`);
      return undefined;
    }
    const refused = await this.attempt(tx, async () => {
      if (!(await this.find(tx, 'testDefinition', joinFqn(undefined, test.definition.name as string))))
        await this.put(tx, actor, 'testDefinition', test.definition);
      await this.put(tx, actor, 'testCase', test.body);
    });
    if (!refused) return this.find(tx, 'testCase', test.fqn);
    notes.push(`no test case ${test.fqn} was made: ${refused.message}`);
    return undefined;
  }

  private async known(tx: Transaction, outcome: Outcome, test: ResolvedTest): Promise<FoundEntity | undefined> {
    const own = test.isPlaced ? await this.find(tx, 'testCase', test.fqn) : undefined;
    return (
      own ?? (await this.dbtTest(tx, outcome)) ?? (test.isPlaced ? this.unnamedDbtTest(tx, outcome, test) : undefined)
    );
  }

  /**
   * The test that dbt's artifacts brought, by the name that an assertion gives it. In an event a test of a reference stands on the table that it
   * refers to, in the artifacts on the one that has the column.
   */
  private async dbtTest(tx: Transaction, { fqn, assertion, name }: Outcome): Promise<FoundEntity | undefined> {
    if (name === null) return undefined;
    const definitions = definitionsOf('dbt', assertion, name);
    const named = await query<NamedTest>(tx, TESTS_NAMED, [definitions, definitions.map(() => name)]);
    const test = closestTest(named, fqn);
    return test && this.find(tx, 'testCase', test.fqn);
  }

  /** The test that dbt's artifacts brought, where an assertion says its kind and column alone and there is one such test. */
  private async unnamedDbtTest(
    tx: Transaction,
    { node }: Outcome,
    { unnamed, path }: AssertedTest,
  ): Promise<FoundEntity | undefined> {
    if (unnamed === undefined) return undefined;
    const ofKind = await query<FoundEntity>(tx, OF_DEFINITION, [node, unnamed]);
    const found = ofKind.filter(({ fqn, name, deleted }) => !deleted && fqn === joinFqn(path, name));
    return found.length === 1 ? found[0] : undefined;
  }

  /** Gives the test case the severity that an outcome states, unless a later one states its own already. */
  private async weigh(
    tx: Transaction,
    actor: Actor,
    testCase: string,
    { node, assertion, column, name, time, severity }: Outcome,
    notes: string[],
  ): Promise<void> {
    const known = await this.find(tx, 'testCase', testCase);
    if (!known || known.severity === severity) return;
    if ((await query(tx, STATED_LATER, [node, time, assertion, column, name])).length > 0) return;
    const document = await this.documents.full(inTransaction(tx), entityTypes.get('testCase'), known.id);
    const extension = { ...(document?.extension as object | undefined), severity };
    const refused = await this.attempt(tx, () => this.put(tx, actor, 'testCase', { ...document, extension }));
    if (refused) notes.push(`the severity of the test case ${testCase} stays as it is: ${refused.message}`);
  }

  /** Does all of the work or, where it is refused, nothing of it. @returns the refusal */
  private attempt(tx: Transaction, work: () => Promise<void>): Promise<AppError | void> {
    return attemptAsync(() => behindSavepoint(tx, work, (error) => error instanceof AppError));
  }

  private async put(tx: Transaction, actor: Actor, type: string, body: object): Promise<void> {
    const entityType = entityTypes.get(type);
    await this.writer.putIn({ tx, actor, entityType }, this.writer.receive(actor, entityType, body));
  }

  private async find(tx: Transaction, type: string, fqn: string): Promise<FoundEntity | undefined> {
    const [row] = await query<FoundEntity>(tx, FIND, [type, fqn]);
    return row;
  }
}

const COLUMNS = `e.node::text as node, e.id::text as id, e.fqn, e.name, e.deleted_by is not null as deleted,
         e.details -> 'extension' ->> 'severity' as severity`;

const OF_DEFINITION = `
  select ${COLUMNS}
    from entity d join entity_reference r on r.to_node = d.node and r.relation = 'testDefinition'
    join entity e on e.node = r.from_node and e.type = 'testCase' and e.parent = $1::bigint
   where d.type = 'testDefinition' and md5(d.fqn)::uuid = md5($2)::uuid and d.fqn = $2`;

const FIND = `
  select ${COLUMNS} from entity e
   where type = $1 and md5(fqn)::uuid = md5($2)::uuid and fqn = $2`;

const STATED_LATER = `
  select 1 from openlineage_name w join openlineage_evidence v on v.dataset = w.key and v.kind = 'assertion'
   where w.node = $1::bigint and v.time > $2::bigint and v.body ->> 'assertion' = $3
     and v.body ->> 'column' is not distinct from $4 and v.body ->> 'name' is not distinct from $5 and v.body ->> 'severity' is not null limit 1`;

// Reported more than once for the same time, the assertion passed only if it passed each time, and the stricter severity counts: of
// the two it is the lesser word. The newest comes last.
const OUTCOMES = `
  select e.fqn, e.node::text as node, e.type, v.body ->> 'assertion' as assertion, v.body ->> 'column' as column,
         v.body ->> 'name' as name, v.time::text as time,
         bool_and((v.body ->> 'success')::boolean) as success, min(v.body ->> 'severity') as severity,
         min(v.body ->> 'description') as description, min(v.body ->> 'expected') as expected, min(v.body ->> 'actual') as actual
    from openlineage_name w
    join entity e on e.node = w.node and e.deleted_by is null
    join openlineage_evidence v on v.dataset = w.key and v.kind = 'assertion'
   where w.node = any($1::bigint[]) and ($2::bigint[] is null or v.time = any($2))
   group by 1, 2, 3, 4, 5, 6, v.time order by 1, 4, v.time, 5, 6`;

/** The description of a test by itself. The severity stands in the extension of a test case. */
type Asserted = Pick<Outcome, 'assertion'> & Partial<Pick<Outcome, 'name' | 'description' | 'severity'>>;

function bodyOf({ expected, actual }: Outcome): NodeTestResult['body'] {
  const said = [expected === null ? [] : [`expected ${expected}`], actual === null ? [] : [`actual ${actual}`]].flat();
  return said.length > 0 ? { result: said.join(', ') } : {};
}

/** A test case as an assertion asks for it. */
export interface AssertedTest {
  readonly fqn: string;
  /** Create bodies. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly definition: Readonly<Record<string, unknown>>;
  /** FQN of the table or column that it tests. */
  readonly path: string;
  /** The definition that dbt's artifacts give the same test; absent where the test has a name, by which it is found. */
  readonly unnamed?: string;
}

/** Whether the table has the column that the assertion names. */
type ResolvedTest = AssertedTest & { readonly isPlaced: boolean };

/** Longest name of an entity, in characters. */
const LONGEST_NAME = 256;

/** @param column its path inside the table, spelled as FQNs are */
export function testCaseOf(
  tableFqn: string,
  { assertion, name: own, description, severity }: Asserted,
  column: string | undefined,
): AssertedTest {
  const name = entityName(own ?? (column === undefined ? assertion : `${assertion}_${column}`));
  const names = column === undefined ? [] : (splitFqn(column) ?? [column]);
  const link = column === undefined ? '' : `::columns::${column}`;
  const entityType = column === undefined ? 'TABLE' : 'COLUMN';
  const kind = `${assertion}_${entityType.toLowerCase()}`;
  const definition = entityName(`openlineage_${kind}`);
  return {
    fqn: joinFqn(tableFqn, ...names, name),
    body: {
      name,
      entityLink: `<#E::table::${tableFqn}${link}>`,
      testDefinition: joinFqn(undefined, definition),
      ...(description != null && { description }),
      ...(severity && { extension: { severity } }),
    },
    definition: {
      name: definition,
      entityType,
      testPlatforms: ['Other'],
      description: `The assertion ${assertion} of the facet dataQualityAssertions of OpenLineage`,
    },
    path: joinFqn(tableFqn, ...names),
    ...(own == null && { unnamed: joinFqn(undefined, entityName(`dbt_${kind}`)) }),
  };
}

/** The name of a test; characters that no name can contain are replaced: two that differ in these alone are the same test. */
function entityName(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it takes out
  const clean = text.replaceAll(/["\u0000-\u001f\u007f-\u009f]/g, '_').replaceAll('::', '__');
  return [...clean].slice(0, LONGEST_NAME).join('');
}
