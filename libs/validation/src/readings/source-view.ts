import { sortRules, type RuleTest } from '@app/contracts';
import type { Reading, ReadPromise } from '@app/data';
import { isOfTheCheck, isOfTheTable, type Reason } from '@app/sources';
import type { QualityExpectation, TestCaseStatus } from '../checks/quality-check';
import type { SlaReading } from '../checks/sla-check';
import type { Unread } from '../checks/types';

/** The findings of the readings for one validation, as its dimensions need them. */
export interface SourceView {
  /** Why the source of the asset could not be read. */
  readonly unread?: Unread;
  /** Why the table cannot be read as it lies there, by readers neither: none of the promises about its columns is met. */
  readonly broken?: Unread;
  /** The columns of the asset: as the source has them now; the table is gone there; as they were seen last. */
  readonly columns: 'read' | 'gone' | 'unread';
  /** When those that were seen last were seen, in epoch ms; where the source could not be read. */
  readonly columnsAsOf?: number;
  /** Expected test cases that were to be computed and were not, by id. */
  readonly missing: ReadonlyMap<string, Unread>;
  /** Ids of those that were computed. */
  readonly computed: ReadonlySet<string>;
  /** Findings of the rows about promises on values, by their paths; absent where the table was not looked into. */
  readonly promises?: ReadonlyMap<string, ReadPromise>;
  /** The outcomes of the contract's rules. */
  readonly rules: readonly QualityExpectation[];
  /** Names of rules that are not computed. */
  readonly notRun: readonly string[];
  readonly sla: SlaReading;
  /** For programs; absent where there was no reading. */
  readonly data?: {
    readonly runId: string;
    readonly readAt?: number;
    readonly statements: number;
    readonly executionTime?: number;
    /** The source shows the reader some rows of the asset alone. */
    readonly partial?: true;
  };
}

export interface ViewedContract {
  readonly rules: unknown;
  readonly columnName: string | undefined;
  /** Ids of the test cases that it expects. */
  readonly expected: readonly string[];
  /** The instant of the validation, in epoch ms. */
  readonly now: number;
}

type Entry = Readonly<Record<string, unknown>>;

/** @param own of the service of the asset @param others of other services, whose test cases it expects */
export function sourceView(own: Reading, others: readonly Reading[], contract: ViewedContract): SourceView {
  const summary = own.outcome?.reading;
  const columns = summary?.columns ?? 'unread';
  const fault = columns === 'unread' ? unreadOf(own) : undefined;
  const isBroken = fault !== undefined && isOfTheTable(fault.reason as Reason);
  const unread = isBroken ? undefined : fault;
  const { time } = summary ?? {};
  // A column of times without one is no outage.
  const timeUnread = time && time.reason !== 'noValues' && blocks(time.reason) ? time : undefined;
  const slaUnread = unread ?? timeUnread;
  const byColumn = contract.columnName !== undefined;
  return {
    ...(unread && { unread }),
    ...(isBroken && { broken: fault }),
    columns,
    missing: missingIn([own, ...others], contract),
    computed: new Set([own, ...others].flatMap((reading) => [...computedIn(reading)])),
    ...(summary?.promises && { promises: new Map(summary.promises.map((one) => [one.path, one])) }),
    rules: rulesIn(own, contract),
    notRun: summary?.notRun ?? sortRules(contract.rules).others,
    sla: {
      byColumn,
      ...(slaUnread && { unread: slaUnread }),
      ...(time && !timeUnread && { silence: time.message }),
    },
    data: {
      runId: own.id,
      ...(summary?.readAt !== undefined && { readAt: summary.readAt }),
      statements: summary?.statements ?? 0,
      ...(summary?.partial && { partial: true as const }),
      ...(own.startedAt !== null && own.endedAt !== null && { executionTime: own.endedAt - own.startedAt }),
    },
  };
}

/** The same where nothing could be asked. */
export function unaskedView(unread: Unread, contract: ViewedContract): SourceView {
  const { tests, others } = sortRules(contract.rules);
  return {
    unread,
    columns: 'unread',
    missing: new Map(contract.expected.map((id) => [id, unread])),
    computed: new Set(),
    rules: tests.map((test) => unreadRule(test, unread, contract.now)),
    notRun: others,
    sla: { byColumn: contract.columnName !== undefined, unread },
  };
}

/** Whether what is Aborted by a reason says nothing of the promise, rather than that it can never be met as it is written. */
export const blocks = (reason: string | undefined): reason is string =>
  reason !== undefined && !isOfTheCheck(reason as Reason);

function unreadOf({ reason, message }: Reading): Unread {
  if (reason !== null) return { reason, message: message ?? reason };
  return { reason: 'internal', message: 'what the source says could not be brought into the catalog' };
}

function missingIn(readings: readonly Reading[], { expected }: ViewedContract): Map<string, Unread> {
  const wanted = new Set(expected);
  const missing = new Map<string, Unread>();
  for (const reading of readings) {
    const done = computedIn(reading);
    const asked = reading.request.tables.flatMap(({ testCases }) => testCases);
    for (const id of asked) if (wanted.has(id) && !done.has(id)) missing.set(id, unreadOf(reading));
  }
  return missing;
}

const computedIn = (reading: Reading): ReadonlySet<string> =>
  new Set(entriesOf(reading).flatMap(({ testCase }) => (testCase as { id?: string } | undefined)?.id ?? []));

function rulesIn(own: Reading, { rules, now }: ViewedContract): QualityExpectation[] {
  const entries = entriesOf(own).filter(({ rule }) => rule !== undefined && 'index' in (rule as object));
  const keys = own.outcome?.reading?.rules ?? [];
  return sortRules(rules).tests.map((test) => {
    // The contract may have been changed meanwhile: a rule is identified by its key, not by its index.
    const entry = entries[keys.indexOf(test.key)];
    if (!entry) return unreadRule(test, own.reason === null ? CHANGED : unreadOf(own), now);
    const { status, message, reason } = entry as { status: TestCaseStatus; message?: string; reason?: string };
    return {
      ref: refOf(test, entry),
      newest: { status, timestamp: own.startedAt ?? now, ...(message !== undefined && { result: message }) },
      ...severityOf(test),
      ...(status === 'Aborted' && blocks(reason) && { blockedBy: reason }),
    };
  });
}

const CHANGED: Unread = { reason: 'internal', message: 'the rule was changed while the source was read' };

const entriesOf = ({ outcome }: Reading): readonly Entry[] => outcome?.checks ?? [];

function unreadRule(test: RuleTest, { reason, message }: Unread, now: number): QualityExpectation {
  return {
    ref: { name: test.name },
    newest: { status: 'Aborted', timestamp: now, result: message },
    ...severityOf(test),
    blockedBy: reason,
  };
}

function refOf({ name }: RuleTest, { testCase }: Entry): QualityExpectation['ref'] {
  return (testCase as QualityExpectation['ref'] | undefined) ?? { name };
}

const severityOf = ({ severity }: RuleTest): { severity?: string } => (severity === undefined ? {} : { severity });
