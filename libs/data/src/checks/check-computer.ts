import type { Settings } from '@app/config';
import type { Transaction } from '@app/database';
import { platformOf } from '@app/datatypes';
import { storeExampleKeys, type DerivedEvidence } from '@app/quality';
import { runChecks, SourceError, type CheckedTable, type Outcome } from '@app/sources';
import type { DataRunContext } from '../runs/work/data-runner';
import { resultBody, type CheckedCase } from './check-outcome';
import type { ComputedSubject } from './computed-subject';
import { exampleKeys, type ExampleSettings } from './example-keys';
import type { FoundTable } from '../tables/find-table';
import type { ReferredTables } from './referred-tables';
import type { CheckedEntity, TableChecksRepository } from '../tables/table-checks.repository';

export type CheckSettings = Pick<Settings, 'dataRowsLimit'> & ExampleSettings;

/** A table that is read: what it is read in, the table in the catalog, and as the source has it. */
export interface TableReading {
  readonly context: DataRunContext;
  readonly entity: CheckedEntity;
  /** Looks for it once. @throws {SourceError} */
  readonly found: () => Promise<FoundTable>;
}

export interface ComputedChecks {
  readonly cases: readonly CheckedCase[];
  /** That were sent for them. */
  readonly statements: number;
}

/** Computes checks of a table on its source, and stores each outcome as a result of its test case. */
export class CheckComputer {
  constructor(
    private readonly tables: Pick<TableChecksRepository, 'taken'>,
    private readonly evidence: Pick<DerivedEvidence, 'record'>,
    private readonly referred: Pick<ReferredTables, 'of'>,
    private readonly settings: CheckSettings,
  ) {}

  /** An outage of the source is an outcome as well: each check is Aborted with its reason, and says so in its history. */
  async compute(reading: TableReading, subjects: readonly ComputedSubject[]): Promise<ComputedChecks> {
    if (subjects.length === 0) return { cases: [], statements: 0 };
    const { cases, statements } = await this.casesOf(reading, subjects);
    for (const one of cases) warnOfIgnored(reading.context, one);
    return { cases, statements };
  }

  /** At the begin of the run; where results have that time already, at the next millisecond that is free. */
  async store(tx: Transaction, computed: readonly CheckedCase[], begin: number): Promise<void> {
    const stored = computed.flatMap((one) => (one.subject.testCase ? [{ ...one, ...one.subject.testCase }] : []));
    if (stored.length === 0) return;
    const taken = await this.tables.taken(
      tx,
      stored.map(({ node }) => node),
      begin,
    );
    const results = stored.map((one) => {
      const { node, outcome } = one;
      let timestamp = begin;
      while (taken.has(`${node} ${timestamp}`)) timestamp++;
      const { status, reason } = outcome;
      return { node, timestamp, status, body: resultBody(one), ...(reason !== undefined && { reason }) };
    });
    await this.evidence.record(tx, results);
    await storeExampleKeys(tx, stored);
  }

  private async casesOf(
    { context, entity, found }: TableReading,
    subjects: readonly ComputedSubject[],
  ): Promise<ComputedChecks> {
    try {
      const place = await found();
      const asked = subjects.flatMap(({ check }) => check ?? []);
      const limits = { until: context.until, rowsLimit: this.settings.dataRowsLimit };
      const referred = await this.referred.of(context, entity, place, asked);
      const checked = { ...(await checkedTable(context, entity, place)), referred };
      const { outcomes, statements } = await runChecks(place.session, checked, asked, limits);
      const rest = [...outcomes];
      const cases = subjects.map((subject) => ({ subject, outcome: subject.check ? rest.shift()! : DYNAMIC }));
      const keys = await exampleKeys(context, entity, place, checked, cases, this.settings);
      return { cases: cases.map((one) => ({ ...one, keys: keys.get(one) })), statements };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return {
        cases: subjects.map((subject) => ({ subject, outcome: ABORTED(error.reason, error.message) })),
        statements: 0,
      };
    }
  }
}

/** Warns of what a check says and nothing of it asks. */
function warnOfIgnored({ warn }: DataRunContext, { subject, outcome }: CheckedCase): void {
  const { testCase, rule, name, check } = subject;
  const about = testCase ? { id: testCase.id, type: 'testCase' } : rule && { id: rule.contract, type: 'dataContract' };
  const of = { subject: testCase?.fqn ?? name, ...(about && { about }) };
  if (outcome.ignored)
    warn({ code: 'parameterIgnored', ...of, message: `Not understood: ${outcome.ignored.join(', ')}` });
  const columns = check && 'definition' in check ? check.dimensionColumns : undefined;
  if (columns) warn({ code: 'dimensionsIgnored', ...of, message: `Judged as a whole, not by ${columns.join(', ')}` });
}

/** The table as checks are compiled for it. @throws {SourceError} */
export async function checkedTable(
  { access }: DataRunContext,
  entity: CheckedEntity,
  { session, table }: FoundTable,
): Promise<CheckedTable> {
  return {
    ...{ database: entity.database, schema: entity.schema, table: entity.table, columns: table.columns },
    nameCase: platformOf(entity.serviceType ?? undefined).names.columns,
    ...{ zone: access.timezone, now: await session.now(), customSql: access.customSql },
    ...(access.functions && { functions: access.functions }),
  };
}

export const ABORTED = (reason: NonNullable<Outcome['reason']>, message: string): Outcome => ({
  status: 'Aborted',
  reason,
  message,
});

const DYNAMIC = ABORTED('unsupported', 'Dynamic assertions are not computed');
