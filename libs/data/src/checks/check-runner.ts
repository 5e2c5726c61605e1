import { splitFqn } from '@app/catalog';
import type { Settings } from '@app/config';
import type { Transaction } from '@app/database';
import type { DerivedEvidence } from '@app/quality';
import {
  isExecutable,
  runChecks,
  SourceError,
  type Check,
  type Listing,
  type Outcome,
  type Session,
  type SourceTable,
} from '@app/sources';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { checkEntry, resultBody, runEnd, type CheckedCase } from './check-outcome';
import { hidesValues } from './hidden-columns';
import {
  MOST_CHECKS,
  type CheckedEntity,
  type StoredCheck,
  type TableChecksRepository,
} from './table-checks.repository';

type CheckSettings = Pick<Settings, 'dataRowsLimit' | 'sampleDataHiddenTags'>;

/** The table as the source has it now, with the session that found it. */
interface FoundTable {
  readonly session: Session;
  readonly table: SourceTable;
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
    const entity = run.asset === null ? undefined : await this.tables.table(run.asset);
    if (!entity || run.asset === null)
      throw new SourceError({ reason: 'tableNotFound', message: 'The table is not in the catalog any more' });
    const named = run.request.testCases as readonly string[] | undefined;
    const all = await this.tables.checks(run.asset, named);
    if (all.length > MOST_CHECKS)
      throw new SourceError({ reason: 'tooLarge', message: `More than ${MOST_CHECKS} test cases: name those to run` });
    const executable = all.filter(({ definition }) => isExecutable(definition));
    const others = all.filter(({ definition }) => !isExecutable(definition));
    this.warn(context, executable, named ? [] : others);
    context.progress({ done: 0, total: executable.length, current: entity.fqn });
    const computed = await this.computed(context, entity, executable);
    if (context.signal.aborted) throw new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
    context.progress({ done: executable.length, total: executable.length });
    const left = named ? others.map((check) => ({ check, outcome: notExecutable(check), isHidden: false })) : [];
    return {
      ...runEnd([...computed, ...left].map(({ outcome }) => outcome)),
      body: { checks: [...computed, ...left].map(checkEntry) },
      store: (tx) => this.store(tx, computed, run.startedAt),
    };
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
  private async computed(
    context: DataRunContext,
    entity: CheckedEntity,
    checks: readonly StoredCheck[],
  ): Promise<CheckedCase[]> {
    const depth = splitFqn(entity.fqn)?.length ?? 0;
    const pathOf = ({ fqn }: StoredCheck): string[] => (splitFqn(fqn) ?? []).slice(depth, -1);
    const outcomes = checks.length === 0 ? [] : await this.outcomes(context, entity, checks, pathOf);
    return checks.map((check, at) => ({
      check,
      outcome: outcomes[at]!,
      isHidden: hidesValues(entity.columns, pathOf(check), this.settings.sampleDataHiddenTags),
    }));
  }

  private async outcomes(
    context: DataRunContext,
    entity: CheckedEntity,
    checks: readonly StoredCheck[],
    pathOf: (check: StoredCheck) => readonly string[],
  ): Promise<readonly Outcome[]> {
    try {
      const found = await findTable(context, entity);
      if (!found)
        return checks.map(() =>
          ABORTED('tableNotFound', `The source has no table ${entity.table} in the schema ${entity.schema}`),
        );
      const { session, table } = found;
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

/** In the database of the source that the catalog calls so; each is read by a session of its own. */
async function findTable(context: DataRunContext, entity: CheckedEntity): Promise<FoundTable | undefined> {
  const { engine, config, open } = context.source();
  const scope = {
    ...{ schemas: [entity.schema], tables: [entity.table] },
    ...{ includeViews: true, includePartitions: true },
  };
  const first = await open();
  const databases = await engine.databases(first, config);
  const isOne = databases.length === 1;
  if (!isOne) await first.close();
  for (const database of databases) {
    const session = isOne ? first : await open(database);
    const listing = await engine.introspect(session, database, scope);
    if (listing.database === entity.database) {
      const table = tableOf(listing, entity);
      return table && { session, table };
    }
    await session.close();
  }
  return undefined;
}

/** @throws {SourceError} where it is there, or may be, and cannot be looked into */
function tableOf({ tables, unreadable = [], refusedSchemas }: Listing, entity: CheckedEntity): SourceTable | undefined {
  const isIt = ({ schema, name }: { readonly schema: string; readonly name: string }): boolean =>
    schema === entity.schema && name === entity.table;
  const refusal = unreadable.find(isIt);
  if (refusal) throw new SourceError(refusal);
  if (refusedSchemas.includes(entity.schema))
    throw new SourceError({ reason: 'notPermitted', message: `The schema ${entity.schema} may not be looked into` });
  return tables.find(isIt);
}
