import { query, type Transaction } from '@app/database';
import { firstRows, SourceError, type Listing, type Reason, type Session, type SourceTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import type { TestStep } from '../runs/data-run';
import type { DataOutcome, DataRunContext, DataRunner, RunSource } from '../runs/work/data-runner';

/** The reasons of failures before the login is asked for. */
const OF_REACH: ReadonlySet<Reason> = new Set<Reason>([
  'hostUnknown',
  'sourceUnreachable',
  'tlsFailed',
  'driverMissing',
  'folderNotAllowed',
  'folderNotFound',
  'sealedElsewhere',
  'noDataAccess',
  'badParameter',
  'unsupported',
  'internal',
]);

/** Tables that are tried for one that may be read. */
const MOST_TRIED = 20;

type StepName = TestStep['name'];

/** Tries a connection step by step; the first that fails ends it. */
@Injectable()
export class ConnectionTestRunner implements DataRunner {
  readonly kind = 'connectionTest';

  async run(context: DataRunContext): Promise<DataOutcome> {
    const steps = new Steps();
    try {
      const source = await steps.take('Reach', () => Promise.resolve(context.source()), 'LogIn');
      const session = await steps.connect(() => source.open());
      const tables = await steps.take(
        'List',
        () => listed(source, session, context),
        undefined,
        (found) => `${count(found.length, 'table')}`,
      );
      await steps.take(
        'Read',
        () => readOne(session, tables),
        undefined,
        (said) => said,
      );
      if (tables.length === 0)
        context.warn({
          code: 'noTables',
          message:
            'The source shows no table: look at the grants of its user, or the names of its files, and at the filters',
        });
    } catch (error) {
      // A run that is stopped has no verdict on the connection.
      if (context.signal.aborted || !(error instanceof StepFailed)) throw error;
    }
    const isPassed = steps.all.every(({ passed }) => passed);
    const last = steps.all.at(-1);
    return {
      status: isPassed ? 'Success' : 'Failed',
      ...(!isPassed && last?.reason && { reason: last.reason }),
      message: isPassed ? 'The source can be read' : `${last?.name}: ${last?.message}`,
      body: { steps: steps.all },
      ...(context.run.service !== null && { store: (tx) => keepResult(tx, context.run.service!, steps.all) }),
    };
  }
}

/** Thrown behind a step that failed and was written down. */
class StepFailed extends Error {}

class Steps {
  readonly all: TestStep[] = [];

  /** @param next the step that reports the success, if this work is only its beginning. @param said what a success says */
  async take<T>(name: StepName, work: () => Promise<T>, next?: StepName, said?: (done: T) => string): Promise<T> {
    const began = performance.now();
    try {
      const done = await work();
      if (next === undefined) this.passed(name, said?.(done) ?? 'Done', began);
      return done;
    } catch (error) {
      throw this.failed(name, error, began);
    }
  }

  /** Both ways lie in one call of the driver: where it fails, its reason says which. */
  async connect(open: () => Promise<Session>): Promise<Session> {
    const began = performance.now();
    try {
      const session = await open();
      this.all.push({ ...PASSED, name: 'Reach', message: 'The source answers' });
      this.passed('LogIn', 'The login is taken', began);
      return session;
    } catch (error) {
      if (!(error instanceof SourceError) || OF_REACH.has(error.reason)) throw this.failed('Reach', error, began);
      this.all.push({ ...PASSED, name: 'Reach', message: 'The source answers' });
      throw this.failed('LogIn', error, began);
    }
  }

  private passed(name: StepName, message: string, began: number): void {
    this.all.push({ ...PASSED, name, message, durationMs: since(began) });
  }

  /** Records the failed step; an error without a reason is no verdict on the connection. */
  private failed(name: StepName, error: unknown, began: number): Error {
    if (!(error instanceof SourceError) || error.reason === 'cancelled') return error as Error;
    const { reason, message, field, cure } = error;
    this.all.push({
      ...{ name, mandatory: true, passed: false, message, reason },
      ...(field !== undefined && { field }),
      cure: cure ?? CURES[reason] ?? 'See the log of the source, and that of the worker',
      durationMs: since(began),
    });
    return new StepFailed();
  }
}

const PASSED = { mandatory: true, passed: true } as const;

/** Where the engine has nothing better to say. */
const CURES: Partial<Record<Reason, string>> = {
  notPermitted: 'Grant the user of the connection the right to connect, to list and to SELECT',
  timedOut:
    'Give the statement more time by limits.statementSeconds of the data access, or look what the source is busy with',
  noDataAccess: 'Give data access to the service anew',
  internal: 'The log of the worker tells more under the id of the run',
};

const since = (began: number): number => Math.round(performance.now() - began);
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

async function listed(
  { engine, config }: RunSource,
  session: Session,
  { access, progress }: DataRunContext,
): Promise<readonly SourceTable[]> {
  const { includeViews, includePartitions } = access.crawl;
  const listing: Listing = await engine.introspect(session, config, {
    ...{ includeViews, includePartitions, namesOnly: true },
  });
  if (listing.tables.length === 0 && listing.refusedSchemas.length > 0)
    throw new SourceError({
      reason: 'notPermitted',
      field: 'connection.config.username',
      message: `None of the schemas may be looked into, of ${count(listing.refusedSchemas.length, 'schema')}`,
      cure: `GRANT USAGE ON SCHEMA … and SELECT ON ALL TABLES IN SCHEMA … to the user of the connection`,
    });
  progress({ done: 0, total: listing.tables.length });
  return listing.tables;
}

/** One row of the first table that may be read. What it says names no table, since its reader may not see each. */
async function readOne(session: Session, tables: readonly SourceTable[]): Promise<string> {
  if (tables.length === 0) return 'nothing to read';
  let refusal: SourceError | undefined;
  for (const { schema, name } of tables.slice(0, MOST_TRIED)) {
    try {
      await session.query(firstRows(session.dialect, 1, `SELECT 1 FROM ${session.dialect.name(schema, name)}`));
      return `One of ${count(tables.length, 'table')} was read`;
    } catch (error) {
      if (!(error instanceof SourceError) || !REFUSES_A_TABLE.has(error.reason)) throw error;
      refusal ??= error;
    }
  }
  throw new SourceError({
    reason: refusal!.reason,
    message: `None of the ${Math.min(tables.length, MOST_TRIED)} tables that were tried can be read`,
    cure: CURES[refusal!.reason] ?? CURES.notPermitted!,
  });
}

/** The reasons that are about one table, and not about the whole source. */
const REFUSES_A_TABLE: ReadonlySet<Reason> = new Set<Reason>([
  ...(['notPermitted', 'sqlError', 'tableNotFound', 'fileMalformed', 'timedOut'] as const),
]);

/** Shown at the service; without a new version. */
async function keepResult(tx: Transaction, service: string, steps: readonly TestStep[]): Promise<void> {
  const isPassed = steps.every(({ passed }) => passed);
  const value = { status: isPassed ? 'Successful' : 'Failed', steps };
  const text = `
    update entity
       set details = jsonb_set(details, '{testConnectionResult}', $2::jsonb || jsonb_build_object('lastUpdatedAt',
             floor(extract(epoch from clock_timestamp()) * 1000)::bigint))
     where node = $1 and deleted_by is null`;
  await query(tx, text, [service, JSON.stringify(value)]);
}
