import { EXIT } from '../../cli-error';
import { count, type Finding, type Report, type ReportCase, type Row, type Section } from '../../report/report';
import { isOpen, type RunCheck, worstOf } from './data-run';
import { type Asked, codeOf, curesSection, runCase, sentenceOf, warningFindings, warningsSection } from './run-report';

/** @param waitS seconds that were waited for the runs */
export function checkReport(asked: readonly Asked[], waitS: number): Report {
  const runs = asked.flatMap(({ run }) => (run ? [run] : []));
  const [only] = asked.length === 1 ? asked : [];
  return {
    title: `check ${only?.name ?? count(asked.length, 'table')}`,
    exitCode: worstOf(asked.map((one) => codeOf(one, waitS))),
    summary: only ? sentenceOf(only, waitS) : summaryOf(asked, waitS),
    sections: [
      // What a run without checks says is the summary, where it is the only one.
      ...(!only || checksOf(only).length > 0 ? asked.map((one) => checksSection(one, waitS)) : []),
      ...[statementsSection(asked), warningsSection(runs), curesSection(runs)],
    ],
    findings: [...asked.flatMap((one) => findingsOf(one, waitS)), ...warningFindings('check', runs)],
    cases: asked.flatMap((one) => casesOf(one, waitS)),
    data: {
      tables: asked.map(({ name, run, error }) => ({ table: name, run, ...(error ? { error: error.message } : {}) })),
    },
  };
}

const checksOf = ({ run }: Asked): readonly RunCheck[] => run?.checks ?? [];

function summaryOf(asked: readonly Asked[], waitS: number): string {
  const checks = asked.flatMap(checksOf);
  const passed = checks.filter(({ status }) => status === 'Success').length;
  const bad = asked.filter((one) => codeOf(one, waitS) !== EXIT.passed).length;
  return `${passed} of ${count(checks.length, 'check')} passed; ${asked.length - bad} of ${count(asked.length, 'table')} without a fault`;
}

/** The queries of the rows that fail, to be run in the source. */
export function statementsSection(asked: readonly Asked[]): Section {
  const failed = asked.flatMap(checksOf).filter(({ status }) => status === 'Failed');
  const rows = failed.flatMap(({ name, statement }) =>
    statement === undefined ? [] : [{ cells: [`${name}: ${statement}`], tone: 'weak' as const }],
  );
  return { title: 'Rows that fail', rows };
}

const TONES = { Success: 'good', Failed: 'bad', Aborted: 'doubtful' } as const;

/** A line a check; of a table without any what its run says. */
export function checksSection(asked: Asked, waitS: number): Section {
  const checks = checksOf(asked);
  if (checks.length === 0) return { rows: [{ cells: [`${asked.name}: ${sentenceOf(asked, waitS)}`] }] };
  return { title: asked.name, columns: ['check', 'status', 'failed rows', 'found'], rows: checks.map(checkRow) };
}

function checkRow({ name, status, rows, failedRows, ...said }: RunCheck): Row {
  const failed = failedRows === undefined ? '–' : `${failedRows}${rows === undefined ? '' : ` of ${rows}`}`;
  return { cells: [name, status, failed, foundOf(said)], tone: TONES[status] };
}

const foundOf = ({ reason, message = '' }: Pick<RunCheck, 'reason' | 'message'>): string =>
  reason === undefined ? message : `${reason}: ${message}`;

export function findingsOf(asked: Asked, waitS: number): Finding[] {
  const bad = checksOf(asked).filter(({ status }) => status !== 'Success');
  const found = bad.map(({ name, status, ...said }): Finding => ({
    ...{ level: 'error', title: `check ${asked.name} ${name}`, message: `${status}: ${foundOf(said)}` },
  }));
  if (found.length > 0 || codeOf(asked, waitS) === EXIT.passed) return found;
  return [{ level: 'error', title: `check ${asked.name}`, message: sentenceOf(asked, waitS) }];
}

const OUTCOMES = { Success: 'passed', Failed: 'failed', Aborted: 'error' } as const;

/** A case a check; where there is none the run itself is the case. */
function casesOf(asked: Asked, waitS: number): ReportCase[] {
  const checks = checksOf(asked);
  if (checks.length === 0 || (asked.run && isOpen(asked.run)))
    return [runCase(asked.name, 'check', asked, codeOf(asked, waitS), waitS)];
  return checks.map(({ name, status, testCase, ...said }) => ({
    ...{ group: asked.name, name: testCase?.fullyQualifiedName ?? name, outcome: OUTCOMES[status] },
    ...(status === 'Success' ? {} : { message: foundOf(said) }),
  }));
}
