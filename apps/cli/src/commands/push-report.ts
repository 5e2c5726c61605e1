import { EXIT, type ExitCode } from '../cli-error';
import { type Report, caseOf, count } from '../report/report';
import { exitCodeOfNow, nowInWords, nowRows, type ContractNow, type FailOn } from './contract-now';
import type { ResultFault, SentResult } from './read-results';

/** The outcome of one result at the service. */
export interface PushOutcome {
  /** 201 new, 200 replaced, else why not. */
  readonly status: number;
  readonly result?: { readonly dataContractFQN: string };
  readonly error?: { readonly message: string };
}

export interface Pushed {
  readonly outcomes: readonly PushOutcome[];
  /** The contracts that results were stored of. */
  readonly now: readonly ContractNow[];
  readonly failOn?: FailOn;
  /** Parts of the report that are about no contract. */
  readonly leftOut?: readonly LeftOut[];
  /** Whether a part that is left out fails the command. */
  readonly isStrict?: boolean;
}

/** Tables of a report that have no contract in the catalog. */
export interface LeftOut {
  readonly subjects: readonly string[];
  readonly checks: number;
  readonly reason: string;
}

/** FQNs of the contracts that results were stored of. */
export const contractsOf = (outcomes: readonly PushOutcome[]): string[] =>
  outcomes.flatMap(({ result }) => result?.dataContractFQN ?? []);

/** Nothing was sent: a file that is half read is not half pushed. */
export function unreadReport(title: string, file: string, faults: readonly ResultFault[]): Report {
  const lines = faults.map(({ line, message }) => `${file}:${line}: error: ${message}`);
  return {
    title,
    exitCode: EXIT.usage,
    summary: `${count(faults.length, 'result')} cannot be read; nothing was pushed`,
    sections: [{ rows: lines.map((line) => ({ cells: [line], tone: 'bad' })) }],
    findings: faults.map(({ line, message }) => ({ level: 'error', title, message, file, line })),
    cases: [caseOf(title, 'can be read', lines.join('\n'))],
    data: { faults },
  };
}

/** Each result with what became of it, in the order of the file, and what its contract is now. */
export function pushReport(
  title: string,
  file: string,
  results: readonly SentResult[],
  { outcomes, now, failOn, leftOut = [], isStrict = false }: Pushed,
): Report {
  const all = results.map(({ value, line }, at) => ({
    line,
    what: nameOf(value),
    ...refusalOf(outcomes[at]),
    status: outcomes[at]?.status ?? 0,
  }));
  const refused = all.filter(({ reason }) => reason !== undefined);
  const isFailed = refused.length > 0 || (isStrict && leftOut.length > 0);
  const made = all.filter(({ status }) => status === 201).length;
  return {
    title,
    exitCode: Math.max(isFailed ? EXIT.failed : EXIT.passed, exitCodeOfNow(now, failOn)) as ExitCode,
    ...(failOn === undefined && { done: 'Pushed' }),
    summary: [
      `${made} new, ${all.length - made - refused.length} replaced, ${refused.length} refused`,
      leftOut.length > 0 ? `${leftOut.length} left out` : '',
      nowInWords(now),
    ]
      .filter((text) => text !== '')
      .join('; '),
    sections: [
      ...(now.length > 1 ? [{ title: 'Now', columns: ['contract', 'status'], rows: nowRows(now) }] : []),
      {
        title: 'Left out',
        columns: ['table', 'checks', 'why'],
        rows: leftOut.map(({ subjects, checks, reason }) => ({
          cells: [subjects.join(', '), String(checks), reason],
          tone: isStrict ? 'bad' : 'doubtful',
        })),
      },
      {
        title: 'Refused',
        columns: ['line', 'result', 'status', 'why'],
        rows: refused.map(({ line, what, status, reason }) => ({
          cells: [String(line), what, String(status), reason ?? ''],
          tone: 'bad',
        })),
      },
    ],
    findings: refused.map(({ line, what, reason }) => ({
      level: 'error',
      title,
      message: `${what}: ${reason ?? ''}`,
      file,
      line,
    })),
    cases: all.map(({ what, reason }) => caseOf(title, what, reason)),
    data: { pushed: all.length - refused.length, refused, contracts: now, leftOut },
  };
}

function nameOf({ contractFQN, contractId, timestamp, contractExecutionStatus }: SentResult['value']): string {
  const contract = contractFQN ?? contractId;
  return `${contract === undefined ? '' : `${String(contract)} `}${String(timestamp)} ${String(contractExecutionStatus)}`;
}

function refusalOf(outcome: PushOutcome | undefined): { readonly reason?: string } {
  if (outcome && outcome.status < 300) return {};
  return { reason: outcome?.error?.message ?? 'the service did not answer for it' };
}
