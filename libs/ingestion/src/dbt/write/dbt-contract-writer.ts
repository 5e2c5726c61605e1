import { EntityDocuments, entityTypes, EntityWriter } from '@app/catalog';
import { AppError, attemptAsync, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DbtProject, Skipped } from '../project';
import type { ImportRun, PlacedTable } from '../report';
import { columnBody, columnNamed, type Json } from './table-columns';
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
    cases: ReadonlyMap<string, PlacedTable>,
  ): Promise<number> {
    const own = [...tables].filter(([id, { relation }]) => relation.id === id);
    const expected = expectationsOf(project.tests, tables, cases);
    let contracts = 0;
    for (const [id, table] of own) {
      const { enforced, governance } = table.relation;
      if (!enforced && governance.deprecatedAt !== undefined)
        report.skip(id, 'its deprecation_date is that of no contract, since dbt enforces none');
      if (!enforced) continue;
      const refusal = await attemptAsync(() => this.writeOne(actor, table, expected.get(table.id) ?? []));
      if (refusal === undefined) contracts++;
      else if (refusal instanceof AppError) report.skip(id, `no contract was made or changed: ${refusal.message}`);
      else report.skip(id, refusal.reason, refusal.proposal);
    }
    return contracts;
  }

  /** Schema, tests and end are dbt's: what others have added to the contract stays. @returns why there is none */
  private async writeOne(actor: Actor, table: WrittenTable, cases: readonly string[]): Promise<Refusal | undefined> {
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
      ...missingExpectations(current.qualityExpectations, cases),
      ...missingEnd(current.effectiveUntil, deprecatedAt),
    ];
    if (patch.length === 0) return undefined;
    const { kept } = await this.writer.patch(actor, type, { id: live.id }, patch);
    return kept && { reason: `a policy keeps its changes back: ${kept.label}`, proposal: `/api/v1${kept.location}` };
  }
}

type Refusal = Omit<Skipped, 'id'>;

const reference = (id: string): Json => ({ type: 'testCase', id });

/** Ids of the test cases of each table, by its id. */
function expectationsOf(
  tests: DbtProject['tests'],
  tables: WrittenTables,
  cases: ReadonlyMap<string, PlacedTable>,
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

function missingExpectations(current: unknown, cases: readonly string[]): Json[] {
  const known = ((current ?? []) as Json[]).map(({ id }) => String(id));
  const missing = cases.filter((id) => !known.includes(id));
  if (missing.length === 0) return [];
  return [{ op: 'add', path: '/qualityExpectations', value: [...known, ...missing].map(reference) }];
}

function missingEnd(current: unknown, end: string | undefined): Json[] {
  if (end === undefined || Date.parse(String(current)) === Date.parse(end)) return [];
  return [{ op: 'add', path: '/effectiveUntil', value: end }];
}

function contractName({ relation }: WrittenTable): string {
  return `${relation.name}_contract`;
}

/** The columns as the table spells them, with what dbt holds the model to. */
function schemaOf({ relation, columns }: WrittenTable): Json[] {
  return relation.columns.map((column) => ({
    ...columnBody(column),
    name: columnNamed(columns, column.name) ?? column.name,
    ...(column.constraint && { constraint: column.constraint }),
  }));
}

/** Members in a canonical order. */
function compared(schema: unknown): unknown {
  return ((schema ?? []) as Json[]).map((column) => Object.entries(column).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const LIVE = {
  name: 'dbt-contract-of',
  text: `select e.id::text as id, e.name from contract c join entity e on e.node = c.node where c.asset = $1 and c.live`,
};
