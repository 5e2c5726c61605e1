import { EntityDocuments, entityTypes, EntityWriter } from '@app/catalog';
import { AppError, attemptAsync, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DbtColumn, DbtProject, Skipped } from '../project';
import type { ImportRun, ResolvedTable } from '../report';
import { columnBody, dbtColumn, type Json } from './table-columns';
import type { WrittenTable, WrittenTables } from './table-writer';

const TYPE = 'dataContract';

/** Models whose contract dbt enforces, as data contracts of their tables. */
@Injectable()
export class DbtContractWriter {
  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly writer: EntityWriter,
  ) {}

  /** How many of the contracts are in the catalog now. */
  async write(
    { actor, project, report }: ImportRun,
    tables: WrittenTables,
    cases: ReadonlyMap<string, ResolvedTable>,
  ): Promise<number> {
    const own = [...tables].filter(([id, { relation }]) => relation.id === id);
    const expected = expectationsOf(project.tests, tables, cases);
    const tests = new Set(project.tests.map(({ name }) => name));
    let contracts = 0;
    for (const [id, table] of own) {
      const { enforced, governance } = table.relation;
      if (!enforced && governance.deprecatedAt !== undefined)
        report.skip(id, 'its deprecation_date is that of no contract, since dbt enforces none');
      if (!enforced) continue;
      const refusal = await attemptAsync(() => this.writeOne(actor, table, expected.get(table.id) ?? [], tests));
      if (refusal === undefined) contracts++;
      else if (refusal instanceof AppError) report.skip(id, `no contract was made or changed: ${refusal.message}`);
      else report.skip(id, refusal.reason, refusal.proposal);
    }
    return contracts;
  }

  /** Schema, tests and end are dbt's: what others have added to the contract stays. @returns why there is none */
  private async writeOne(
    actor: Actor,
    table: WrittenTable,
    cases: readonly string[],
    tests: ReadonlySet<string>,
  ): Promise<Refusal | undefined> {
    const type = entityTypes.get(TYPE);
    const schema = schemaOf(table);
    const name = contractName(table);
    const { deprecatedAt } = table.relation.governance;
    const end = deprecatedAt !== undefined && { effectiveUntil: deprecatedAt };
    const [live] = await this.database.read<{ id: string; name: string }>(LIVE, [table.node]);
    if (!live) {
      const entity = { type: 'table', id: table.id };
      const qualityExpectations = cases.map(reference);
      const body = { name, entity, entityStatus: 'Active', schema, qualityExpectations, ...end };
      await this.writer.create(actor, type, body);
      return undefined;
    }
    if (live.name !== name) return { reason: `its table has the contract ${live.name} already, and an asset has one` };
    const current = (await this.documents.full(this.database, type, live.id)) ?? {};
    const patch = [
      ...(isSame(current.schema, schema) ? [] : [{ op: 'add', path: '/schema', value: schema }]),
      ...changedExpectations(
        current.qualityExpectations,
        cases,
        await this.goneTests(current.qualityExpectations, tests),
      ),
      ...missingEnd(current.effectiveUntil, deprecatedAt),
    ];
    if (patch.length === 0) return undefined;
    const { kept } = await this.writer.patch(actor, type, { id: live.id }, patch);
    return kept && { reason: `a policy keeps its changes back: ${kept.label}`, proposal: `/api/v1${kept.location}` };
  }

  /** Ids of expected test cases of dbt that the project has no more. */
  private async goneTests(expectations: unknown, tests: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const ids = ((expectations ?? []) as Json[]).map(({ id }) => String(id));
    if (ids.length === 0) return new Set();
    const ofDbt = await this.database.read<{ id: string; name: string }>(OF_DBT, [ids]);
    return new Set(ofDbt.filter(({ name }) => !tests.has(name)).map(({ id }) => id));
  }
}

type Refusal = Omit<Skipped, 'id'>;

const reference = (id: string): Json => ({ type: 'testCase', id });

function expectationsOf(
  tests: DbtProject['tests'],
  tables: WrittenTables,
  cases: ReadonlyMap<string, ResolvedTable>,
): Map<string, string[]> {
  const expected = new Map<string, string[]>();
  for (const { id, relation = '' } of tests) {
    const [table, testCase] = [tables.get(relation), cases.get(id)];
    if (!table || !testCase) continue;
    const ids = expected.get(table.id) ?? [];
    expected.set(table.id, ids);
    ids.push(testCase.id);
  }
  return expected;
}

function isSame(current: unknown, schema: readonly Json[]): boolean {
  return JSON.stringify(compared(current)) === JSON.stringify(compared(schema));
}

function changedExpectations(current: unknown, cases: readonly string[], gone: ReadonlySet<string>): Json[] {
  const known = ((current ?? []) as Json[]).map(({ id }) => String(id));
  const missing = cases.filter((id) => !known.includes(id));
  if (missing.length === 0 && gone.size === 0) return [];
  const left = known.filter((id) => !gone.has(id));
  return [{ op: 'add', path: '/qualityExpectations', value: [...left, ...missing].map(reference) }];
}

function missingEnd(current: unknown, end: string | undefined): Json[] {
  if (end === undefined || Date.parse(String(current)) === Date.parse(end)) return [];
  return [{ op: 'add', path: '/effectiveUntil', value: end }];
}

function contractName({ relation }: WrittenTable): string {
  return `${relation.name}_contract`;
}

/** The columns with their names in the table, and the constraints that dbt enforces. */
function schemaOf({ relation, columns, nameCase }: WrittenTable): Json[] {
  return relation.columns.map((column) => ({
    ...columnBody(column),
    name: dbtColumn(columns, column.name, nameCase)?.name ?? column.name,
    ...constraintsOf(column),
  }));
}

function constraintsOf({ constraints = [] }: DbtColumn): Json {
  const [constraint, ...others] = constraints;
  if (constraint === undefined) return {};
  return { constraint, ...(others.length > 0 && { constraints }) };
}

/** Members in a canonical order. */
function compared(schema: unknown): unknown {
  return ((schema ?? []) as Json[]).map((column) => Object.entries(column).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const LIVE = {
  name: 'dbt-contract-of',
  text: `select e.id::text as id, e.name from contract c join entity e on e.node = c.node where c.asset = $1 and c.live`,
};

/** Test cases whose definition an import of dbt made. */
const OF_DBT = {
  name: 'dbt-tests-of',
  text: `
  select t.id::text as id, t.name from unnest($1::uuid[]) w(id) join entity t on t.id = w.id
    join entity_reference x on x.from_node = t.node and x.relation = 'testDefinition' join entity d on d.node = x.to_node
   where d.name like 'dbt\\_%'`,
};
