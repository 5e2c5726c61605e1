import { splitFqn } from '@app/catalog';
import type { Settings } from '@app/config';
import type { Transaction } from '@app/database';
import type { DerivedEvidence } from '@app/quality';
import { isExecutable, runChecks, SourceError, type Check, type Outcome } from '@app/sources';
import { takeProfile, type TakenProfile } from '../profiles/measured-profile';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { checkEntry, resultBody, runEnd, type CheckedCase } from './check-outcome';
import { endWithProfile } from './end-with-profile';
import { requireTable, type FoundTable } from './find-table';
import { hidesValues } from './hidden-columns';
import {
  MOST_CHECKS,
  requireEntity,
  type CheckedEntity,
  type StoredCheck,
  type TableChecksRepository,
} from './table-checks.repository';

type CheckSettings = Pick<Settings, 'dataRowsLimit' | 'sampleDataHiddenTags'>;

/** One run: what it works in, the table in the catalog, and as the source has it; that is looked for once. */
interface Reading {
  readonly context: DataRunContext;
  readonly entity: CheckedEntity;
  readonly found: () => Promise<FoundTable>;
}

/** Computes test cases of a table on its source, and stores each outcome as a result of its test case. */
export class CheckRunner implements DataRunner {
  readonly kind = 'check';

  constructor(
    private readonly tables: TableChecksRepository,
    private readonly evidence: DerivedEvidence,
    private readonly settings: CheckSettings,
  ) {}

  async run(context: DataRunContext): Promise<DataOutcome> {
    const { run } = context;
    const entity = await requireEntity(this.tables, run.asset);
    const named = run.request.testCases as readonly string[] | undefined;
    const all = await this.tables.checks(entity.node, named);
    if (all.length > MOST_CHECKS)
      throw new SourceError({ reason: 'tooLarge', message: `More than ${MOST_CHECKS} test cases: name those to run` });
    const executable = all.filter(({ definition }) => isExecutable(definition));
    const others = all.filter(({ definition }) => !isExecutable(definition));
    this.warn(context, executable, named ? [] : others);
    context.progress({ done: 0, total: executable.length, current: entity.fqn });
    let found: Promise<FoundTable> | undefined;
    const reading: Reading = { context, entity, found: () => (found ??= requireTable(context, entity)) };
    const computed = await this.computed(reading, executable);
    const profile = run.request.profile === true ? await this.profile(reading) : undefined;
    if (context.signal.aborted) throw new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
    context.progress({ done: executable.length, total: executable.length });
    const left = named ? others.map((check) => ({ check, outcome: notExecutable(check), isHidden: false })) : [];
    const outcomes = [...computed, ...left].map(({ outcome }) => outcome);
    const taken = profile instanceof SourceError ? undefined : profile;
    return {
      ...(profile ? endWithProfile(outcomes, profile) : runEnd(outcomes)),
      body: { checks: [...computed, ...left].map(checkEntry), ...(taken && { profile: taken.summary }) },
      store: async (tx) => {
        await this.store(tx, computed, run.startedAt);
        await taken?.store(tx, run.startedAt);
      },
    };
  }

  /** In the reading of the checks. What it ran into is told beside them. */
  private async profile({ context, entity, found }: Reading): Promise<TakenProfile | SourceError> {
    try {
      return await takeProfile(context, entity, await found(), false, this.settings);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      context.warn({ code: 'notProfiled', subject: entity.fqn, message: error.message });
      return error;
    }
  }

  private warn({ warn }: DataRunContext, executable: readonly StoredCheck[], others: readonly StoredCheck[]): void {
    if (others.length > 0)
      warn({ code: 'notExecutable', message: `${others.length} test cases are run by other tools and left out` });
    for (const { id, fqn, dimensionColumns } of executable)
      if (dimensionColumns?.length)
        warn({
          code: 'dimensionsIgnored',
          subject: fqn,
          message: 'dimensionColumns have no effect',
          about: { id, type: 'testCase' },
        });
  }

  /** An outage of the source is an outcome as well: each check is Aborted with its reason, and says so in its history. */
  private async computed(reading: Reading, checks: readonly StoredCheck[]): Promise<CheckedCase[]> {
    const { entity } = reading;
    const depth = splitFqn(entity.fqn)?.length ?? 0;
    const pathOf = ({ fqn }: StoredCheck): string[] => (splitFqn(fqn) ?? []).slice(depth, -1);
    const outcomes = checks.length === 0 ? [] : await this.outcomes(reading, checks, pathOf);
    return checks.map((check, at) => ({
      check,
      outcome: outcomes[at]!,
      isHidden: hidesValues(entity.columns, pathOf(check), this.settings.sampleDataHiddenTags),
    }));
  }

  private async outcomes(
    { context, entity, found }: Reading,
    checks: readonly StoredCheck[],
    pathOf: (check: StoredCheck) => readonly string[],
  ): Promise<readonly Outcome[]> {
    try {
      const { session, table } = await found();
      const { access, until } = context;
      const checked = {
        ...{ database: entity.database, schema: entity.schema, table: entity.table, columns: table.columns },
        ...{ zone: access.timezone, now: await session.now(), customSql: access.customSql },
      };
      const own = checks.map((check) => checkOf(check, pathOf(check)));
      const asked = own.filter((check) => check !== undefined);
      const { outcomes } = await runChecks(session, checked, asked, { until, rowsLimit: this.settings.dataRowsLimit });
      const rest = [...outcomes];
      return own.map((check) =>
        check ? rest.shift()! : ABORTED('unsupported', 'Dynamic assertions are not computed'),
      );
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return checks.map(() => ABORTED(error.reason, error.message));
    }
  }

  /** At the begin of the run; where results have that time already, at the next millisecond that is free. */
  private async store(tx: Transaction, computed: readonly CheckedCase[], begin: number): Promise<void> {
    if (computed.length === 0) return;
    const nodes = computed.map(({ check }) => check.node);
    const taken = await this.tables.taken(tx, nodes, begin);
    const results = computed.map((one) => {
      let timestamp = begin;
      while (taken.has(`${one.check.node} ${timestamp}`)) timestamp++;
      return { node: one.check.node, timestamp, status: one.outcome.status, body: resultBody(one) };
    });
    await this.evidence.record(tx, results);
  }
}

const ABORTED = (reason: NonNullable<Outcome['reason']>, message: string): Outcome => ({
  status: 'Aborted',
  reason,
  message,
});

const notExecutable = ({ definition }: StoredCheck): Outcome =>
  ABORTED('unsupported', `The definition ${definition} is run by another tool`);

/** Undefined where what it expects is not said by its parameters. */
function checkOf(
  { definition, parameterValues, useDynamicAssertion }: StoredCheck,
  path: readonly string[],
): Check | undefined {
  if (useDynamicAssertion === true) return undefined;
  const parameters = Object.fromEntries((parameterValues ?? []).map(({ name = '', value }) => [name, value]));
  return { definition, parameters, ...(path.length > 0 && { column: path.join('.') }) };
}
