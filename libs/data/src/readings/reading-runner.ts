import { splitFqn } from '@app/catalog';
import {
  withNames,
  type ContractPromises,
  type ContractRuleTests,
  type MadeRuleTest,
  type RuleTest,
} from '@app/contracts';
import { columnAt, type ColumnTree, platformOf } from '@app/datatypes';
import type { DerivedEvidence, NodeObservation } from '@app/quality';
import {
  AHEAD_MS,
  checkedColumn,
  endsTheReading,
  isExecutable,
  newestTime,
  SourceError,
  type CheckedTable,
  type Outcome,
} from '@app/sources';
import { checkedTable, type CheckComputer, type TableReading } from '../checks/check-computer';
import { checkEntry, runEnd, type CheckedCase } from '../checks/check-outcome';
import { subjectOf, type ComputedSubject } from '../checks/computed-subject';
import { requireTable, type FoundTable } from '../tables/find-table';
import { MOST_CHECKS, type CheckedEntity, type TableChecksRepository } from '../tables/table-checks.repository';
import type { Crawler } from '../crawl/state/crawler';
import { READING, type OneTableCrawl } from '../crawl/write/one-table-crawl';
import type { ReadingSummary, ReadPromise } from '../runs/data-run';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { promiseSubjects, readPromise, sortPromises } from './read-promises';
import type { AskedTable, ReadContract, ReadingRequest } from './reading-request';

/** Beyond it the source's clock is reported as wrong, in ms. */
const MOST_SKEW_MS = 60_000;

interface ReadingParts {
  readonly tables: TableChecksRepository;
  readonly computer: CheckComputer;
  readonly evidence: Pick<DerivedEvidence, 'observe'>;
  readonly crawl: OneTableCrawl;
  readonly crawler: Crawler;
  readonly rules: ContractRuleTests;
  readonly promises: Pick<ContractPromises, 'ofValues' | 'store'>;
}

interface ReadTable {
  readonly cases: readonly CheckedCase[];
  readonly statements: number;
  /** Why it could not be looked into. */
  readonly refusal?: SourceError;
  /** The reading of the contract's own asset. */
  readonly own?: { readonly summary: Omit<ReadingSummary, 'statements'>; readonly observations: NodeObservation[] };
}

/** The rules of the contract: those that are computed, with their keys in the same order, and the names of the others. */
interface FoundRules {
  readonly subjects: readonly ComputedSubject[];
  readonly keys: readonly string[];
  readonly notRun: readonly string[];
}

const NO_RULES: FoundRules = { subjects: [], keys: [], notRun: [] };

/** The promises of the contract about values: what the rows are asked, and what all of them come to. */
interface FoundPromises {
  readonly subjects: readonly ComputedSubject[];
  readonly judged: (outcomes: readonly Outcome[]) => readonly ReadPromise[];
}

const NO_PROMISES: FoundPromises = { subjects: [], judged: () => [] };

type Time = Pick<ReadingSummary, 'time'> & { readonly observations: NodeObservation[] };

/**
 * Reads for the validation of a contract: the columns of its asset, which the catalog then has; its expected test cases and its rules; how new the
 * data is. What it finds is stored in the transaction that ends it.
 */
export class ReadingRunner implements DataRunner {
  readonly kind = 'reading';

  constructor(private readonly parts: ReadingParts) {}

  async run(context: DataRunContext): Promise<DataOutcome> {
    const { run, signal } = context;
    const { tables, contract } = run.request as unknown as ReadingRequest;
    const read: ReadTable[] = [];
    for (const [at, asked] of tables.entries()) {
      const entity = await this.parts.tables.table(asked.table);
      // Its test cases have gone with it.
      if (!entity) continue;
      context.progress({ done: at, total: tables.length, current: entity.fqn });
      const outage = read.find(({ refusal }) => refusal && endsTheReading(refusal.reason))?.refusal;
      read.push(await this.readTable(context, entity, asked, asked.table === run.asset ? contract : undefined, outage));
      if (signal.aborted) throw new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
    }
    context.progress({ done: tables.length, total: tables.length });
    return this.outcome(context, read);
  }

  private outcome({ run }: DataRunContext, read: readonly ReadTable[]): DataOutcome {
    const cases = read.flatMap((one) => one.cases);
    const own = read.find((one) => one.own);
    const refusal = own ? own.refusal : read.find((one) => one.refusal)?.refusal;
    const end = runEnd(cases.map(({ outcome }) => outcome));
    const statements = read.reduce((sum, one) => sum + one.statements, 0);
    const summary: Omit<ReadingSummary, 'statements'> = own?.own?.summary ?? {
      columns: 'unread',
      rules: [],
      notRun: [],
    };
    return {
      ...(refusal ? { status: 'Aborted' as const, reason: refusal.reason, message: refusal.message } : end),
      body: { reading: { ...summary, statements }, checks: cases.map(checkEntry) },
      store: async (tx) => {
        await this.parts.computer.store(tx, cases, run.startedAt);
        await this.parts.evidence.observe(tx, own?.own?.observations ?? []);
        const found = summary.promises?.filter(({ by, status }) => by === 'data' && status !== 'Aborted') ?? [];
        const { contract } = run.request as unknown as ReadingRequest;
        if (contract && found.length > 0) await this.parts.promises.store(tx, contract.node, run.startedAt, found);
      },
    };
  }

  private async readTable(
    context: DataRunContext,
    entity: CheckedEntity,
    asked: AskedTable,
    contract: ReadContract | undefined,
    outage: SourceError | undefined,
  ): Promise<ReadTable> {
    const found = outage ?? (await lookedFor(context, entity));
    try {
      const columns = contract ? await this.columns(context, entity, found) : 'unread';
      const rules = contract ? await this.rulesOf(context, contract, entity, found) : NO_RULES;
      const promises = contract ? await this.promisesOf(context, contract, entity, found) : NO_PROMISES;
      const others = [...(await this.expected(entity, asked.testCases)), ...rules.subjects];
      const subjects = [...others, ...promises.subjects];
      const reading: TableReading = { context, entity, found: () => settled(found) };
      const { cases, statements } = await this.parts.computer.compute(reading, subjects);
      const refusal = found instanceof SourceError ? { refusal: found } : {};
      if (!contract) return { cases, statements, ...refusal };
      const { readAt, time, observations } = await this.freshness(context, entity, contract, found);
      const { keys, notRun } = rules;
      const outcomes = cases.slice(others.length).map(({ outcome }) => outcome);
      const judged = found instanceof SourceError ? {} : { promises: promises.judged(outcomes) };
      const summary = {
        columns,
        rules: keys,
        notRun,
        ...judged,
        ...(!(found instanceof SourceError) && found.table.rowSecurity && { partial: true as const }),
        ...(readAt !== undefined && { readAt }),
        ...(time && { time }),
      };
      return { cases, statements, ...refusal, own: { summary, observations } };
    } finally {
      if (!(found instanceof SourceError)) await found.session.close();
    }
  }

  /** The columns go first: test cases of columns that are new need them. */
  private async columns(
    context: DataRunContext,
    { node, fqn }: CheckedEntity,
    found: FoundTable | SourceError,
  ): Promise<ReadingSummary['columns']> {
    if (found instanceof SourceError) return found.reason === 'tableNotFound' ? 'gone' : 'unread';
    if (!context.access.crawl.enabled) return 'read';
    const words = context.source().engine.typeWords;
    return (await this.parts.crawl.bring(context, { node, fqn, source: found.table, words })) ? 'read' : 'unread';
  }

  private async rulesOf(
    context: DataRunContext,
    { node, id }: ReadContract,
    { fqn, columns, serviceType }: CheckedEntity,
    found: FoundTable | SourceError,
  ): Promise<FoundRules> {
    const actor = await this.parts.crawler.actor(context.run, false, READING);
    const { columns: names } = platformOf(serviceType ?? undefined).names;
    const there = found instanceof SourceError ? columns : found.table.columns;
    const columnOf = ({ rule, column }: RuleTest): RuleTest['column'] =>
      columnAt<ColumnTree>(there, typeof rule.column === 'string' ? rule.column : column, names).found?.names ?? column;
    const { made, others } = await this.parts.rules.align(actor, node, fqn, columnOf);
    return {
      subjects: made.map((one) => ruleSubject(one, id)),
      keys: made.map(({ test }) => test.key),
      notRun: others,
    };
  }

  /** Where the table is not found, no promise is judged. */
  private async promisesOf(
    { access }: DataRunContext,
    { node, id }: ReadContract,
    entity: CheckedEntity,
    found: FoundTable | SourceError,
  ): Promise<FoundPromises> {
    if (found instanceof SourceError) return NO_PROMISES;
    const { columns } = platformOf(entity.serviceType ?? undefined).names;
    const promises = (await this.parts.promises.ofValues(node, columns)).map((one) =>
      withNames(one, (names) => columnAt(found.table.columns, names, columns).found?.names ?? names),
    );
    const { believed, asked } = sortPromises(promises, found.table, entity, access.columnPromises);
    return {
      subjects: promiseSubjects(asked, id),
      judged: (outcomes) => [...believed, ...asked.map((promise, index) => readPromise(promise, outcomes[index]!))],
    };
  }

  private async expected(entity: CheckedEntity, ids: readonly string[]): Promise<ComputedSubject[]> {
    const subjects: ComputedSubject[] = [];
    for (let from = 0; from < ids.length; from += MOST_CHECKS) {
      const stored = await this.parts.tables.checks(entity.node, ids.slice(from, from + MOST_CHECKS));
      const executable = stored.filter(({ definition }) => isExecutable(definition));
      subjects.push(...executable.map((one) => subjectOf(one, entity.fqn)));
    }
    return subjects;
  }

  private async freshness(
    context: DataRunContext,
    entity: CheckedEntity,
    { columnName }: ReadContract,
    found: FoundTable | SourceError,
  ): Promise<Time & { readonly readAt?: number }> {
    if (found instanceof SourceError) return { observations: [] };
    try {
      const table = await checkedTable(context, entity, found);
      const readAt = Math.round(table.now);
      if (Math.abs(readAt - Date.now()) > MOST_SKEW_MS)
        context.warn({
          code: 'clockSkew',
          message: `The clock of the source says ${new Date(readAt).toISOString()}, which counts`,
        });
      const time =
        columnName === undefined
          ? changed(entity, found, readAt)
          : await this.byColumn(context, entity, found, table, columnName);
      return { readAt, ...time };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { time: { reason: error.reason, message: error.message }, observations: [] };
    }
  }

  private async byColumn(
    { warn }: DataRunContext,
    { node, fqn }: CheckedEntity,
    { session }: FoundTable,
    table: CheckedTable,
    columnName: string,
  ): Promise<Time> {
    const names = checkedColumn(columnName, table).found?.names ?? splitFqn(columnName)?.slice(-1) ?? [columnName];
    const column = names.join('.');
    const found = await newestTime(session, table, names);
    if ('reason' in found) return { time: found, observations: [] };
    const { newest, until, future } = found;
    if (future > 0)
      warn({
        code: 'futureValues',
        subject: fqn,
        message: `${future} values of ${column} lie in the future and are left out`,
      });
    if (newest === undefined)
      return { time: { reason: 'noValues', message: `The column ${column} has no time up to now` }, observations: [] };
    const source = `data/${column}`;
    const day = until === undefined ? {} : { dataUntil: until };
    return {
      observations: [
        { node, kind: 'refresh', timestamp: newest, source, ...day },
        { node, kind: 'arrival', timestamp: Math.round(table.now), dataTimestamp: newest, source, ...day },
      ],
    };
  }
}

/** The time at which the source says that the table was changed; not all do. */
function changed({ node }: CheckedEntity, { table: { changedAt } }: FoundTable, now: number): Time {
  if (changedAt === undefined)
    return {
      time: {
        reason: 'unsupported',
        message: 'The source does not say when the table changed: name a column in sla.columnName',
      },
      observations: [],
    };
  const timestamp = Math.round(changedAt);
  if (timestamp > now + AHEAD_MS) return { observations: [] };
  return { observations: [{ node, kind: 'refresh', timestamp, source: 'data/source' }] };
}

function ruleSubject({ test, testCase }: MadeRuleTest, contract: string): ComputedSubject {
  const { column, rule, index } = test;
  return {
    name: testCase?.name ?? test.name,
    path: column,
    check: { rule, ...(column.length > 0 && { column }) },
    ...(testCase && { testCase }),
    rule: { contract, index },
  };
}

async function lookedFor(context: DataRunContext, entity: CheckedEntity): Promise<FoundTable | SourceError> {
  try {
    return await requireTable(context, entity);
  } catch (error) {
    if (context.signal.aborted || !(error instanceof SourceError)) throw error;
    return error;
  }
}

function settled(found: FoundTable | SourceError): Promise<FoundTable> {
  return found instanceof SourceError ? Promise.reject(found) : Promise.resolve(found);
}
