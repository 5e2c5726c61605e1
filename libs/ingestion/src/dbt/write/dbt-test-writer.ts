import { joinFqn } from '@app/catalog';
import { groupBy } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Severity } from '../../event/lenient';
import type { DbtProject, DbtTest } from '../project';
import { closestTest, definitionsOf, TESTS_NAMED, type NamedTest } from '../../publish/named-tests';
import type { ImportRun, ResolvedTable, ReportWriter } from '../report';
import { EntityLookup } from './entity-lookup';
import { MissingEntities, type WantedEntity } from './missing-entities';
import { severitiesOf, SeverityWriter } from './severity-writer';
import { dbtColumn } from './table-columns';
import type { WrittenTable, WrittenTables } from './table-writer';

/** Tests of a project as test cases. */
@Injectable()
export class DbtTestWriter {
  constructor(
    private readonly missing: MissingEntities,
    private readonly severities: SeverityWriter,
    private readonly lookup: EntityLookup,
    private readonly database: Database,
  ) {}

  /** The test cases by the id of their test. */
  async write(run: ImportRun, tables: WrittenTables): Promise<Map<string, ResolvedTable>> {
    const { project, report } = run;
    const wanted = new Map<string, WantedTest>();
    const severities = severitiesOf(project);
    for (const test of project.tests) {
      const table = test.relation === undefined ? undefined : tables.get(test.relation);
      if (!table) report.skip(test.id, noTable(test, project.passages));
      else {
        const one = wantedCase(test, severities.get(test.id), table, report);
        if (one) wanted.set(one.fqn, { ...one, id: test.id, test });
      }
    }
    const byEvents = await this.ofEvents(run, wanted);
    for (const { fqn } of byEvents.values()) wanted.delete(fqn);
    const definitions = new Map([...wanted.values()].map(({ definition }) => [definition.fqn, definition]));
    await this.missing.make(run, 'testDefinition', [...definitions.values()]);
    const cases = await this.missing.make(run, 'testCase', [...wanted.values()]);
    const byTest = new Map<string, ResolvedTable>([...cases].map(([fqn, found]) => [wanted.get(fqn)!.id, found]));
    for (const [id, { found }] of byEvents) byTest.set(id, found);
    await this.severities.write(run, severities, byTest);
    return byTest;
  }

  /** Tests that events of dbt brought before, by their ids: on the table that the event names, which need not be that of the artifacts. */
  private async ofEvents(run: ImportRun, wanted: ReadonlyMap<string, WantedTest>): Promise<Map<string, EventTest>> {
    const there = await this.lookup.find(run.actor, 'testCase', [...wanted.keys()]);
    const missing = [...wanted.values()].filter(({ fqn }) => !there.has(fqn));
    const asked = missing.flatMap(({ test: { kind, name } }) =>
      definitionsOf('openlineage', kind, name).map((definition) => ({ definition, name })),
    );
    if (asked.length === 0) return new Map();
    const values = [asked.map(({ definition }) => definition), asked.map(({ name }) => name)];
    const named = groupBy(await this.database.read<NamedTest>(NAMED, values), ({ name }) => name);
    return new Map(
      missing.flatMap(({ id, fqn, test: { kind, name } }) => {
        const definitions = new Set(definitionsOf('openlineage', kind, name));
        const found = closestTest(
          (named.get(name) ?? []).filter((one) => definitions.has(one.definition)),
          fqn,
        );
        return found ? [[id, { fqn, found }] as const] : [];
      }),
    );
  }
}

type WantedTest = WantedEntity & { readonly id: string; readonly definition: WantedEntity; readonly test: DbtTest };

interface EventTest {
  /** FQN that the artifacts would give it. */
  readonly fqn: string;
  readonly found: ResolvedTable;
}

const NAMED = { name: 'tests-named', text: TESTS_NAMED };

function noTable({ relation }: DbtTest, passages: DbtProject['passages']): string {
  if (relation === undefined) return 'it says of no relation that it tests it';
  return passages.has(relation)
    ? `${relation} is ephemeral: no table to test`
    : `${relation} is no table of the catalog`;
}

function wantedCase(
  { id, name, kind, column, description }: DbtTest,
  severity: Severity | undefined,
  table: WrittenTable,
  report: ReportWriter,
): (WantedEntity & { readonly definition: WantedEntity }) | undefined {
  const tested = column === undefined ? undefined : dbtColumn(table.columns, column, table.nameCase)?.name;
  if (column !== undefined && tested === undefined) {
    report.skip(id, `${table.fqn} has no column ${column}`);
    return undefined;
  }
  const entityType = tested === undefined ? 'TABLE' : 'COLUMN';
  const definition = `dbt_${kind}_${entityType.toLowerCase()}`;
  const suffix = tested === undefined ? '' : `::columns::${joinFqn(undefined, tested)}`;
  return {
    fqn: joinFqn(table.fqn, ...(tested === undefined ? [] : [tested]), name),
    body: () => ({
      name,
      entityLink: `<#E::table::${table.fqn}${suffix}>`,
      testDefinition: joinFqn(undefined, definition),
      ...(description !== undefined && { description }),
      ...(severity === 'warn' && { extension: { severity } }),
    }),
    definition: {
      fqn: joinFqn(undefined, definition),
      body: () => ({
        name: definition,
        entityType,
        testPlatforms: ['dbt'],
        description: kind === 'singular' ? 'A statement that finds what is wrong' : `The data test ${kind} of dbt`,
      }),
    },
  };
}
