import { EXIT } from '../../cli-error';
import { commandCall } from '../../command-line/program';
import type { Finding, Report, ReportCase, Row } from '../../report/report';
import { type DataRun, exitCodeOf, type RunStep } from './data-run';
import { curesSection, runCase, sentenceOf, warningFindings, warningsSection } from './run-report';

/** In their order; the first that fails ends the test. */
const STEPS = ['Reach', 'LogIn', 'List', 'Read'];

/** The test of a connection, step by step. @param waitS seconds that were waited for it */
export function connectReport(service: string, run: DataRun, waitS: number): Report {
  const { steps = [] } = run;
  const exitCode = exitCodeOf(run, waitS > 0);
  const failed = steps.filter(({ passed }) => !passed);
  const isRead = exitCode === EXIT.passed && steps.length > 0;
  return {
    ...{ title: `connect ${service}`, exitCode, summary: sentenceOf({ name: service, run }, waitS) },
    sections: [
      { columns: ['step', 'outcome', 'ms', 'message'], rows: steps.map(stepRow) },
      { title: 'What helps', rows: failed.flatMap(cureLines).map((line) => ({ cells: [line] })) },
      warningsSection([run]),
      failed.length > 0 ? { rows: [] } : curesSection([run]),
      { title: 'Next', rows: isRead ? [{ cells: [commandCall('crawl', service)] }] : [] },
    ],
    findings: [...failed.map((step) => stepFinding(service, step)), ...warningFindings(`connect ${service}`, [run])],
    cases: [
      ...stepCases(service, steps),
      ...(steps.length > 0 ? [] : [runCase(service, 'connection', { name: service, run }, exitCode, waitS)]),
    ],
    data: { run },
  };
}

function stepRow({ name, passed, durationMs, message }: RunStep): Row {
  const outcome = passed ? 'passed' : 'failed';
  return {
    cells: [name, outcome, durationMs === undefined ? '–' : String(durationMs), message],
    tone: passed ? 'good' : 'bad',
  };
}

function cureLines({ reason, field, cure }: RunStep): string[] {
  const where = [reason, field].filter((one) => one !== undefined).join(' at ');
  return [...(where === '' ? [] : [where]), ...(cure === undefined ? [] : [cure])];
}

function stepFinding(service: string, step: RunStep): Finding {
  return {
    level: 'error',
    title: `connect ${service} ${step.name}`,
    message: [step.message, ...cureLines(step)].join('\n'),
  };
}

/** A case a step; those behind the first that failed were not reached. */
function stepCases(group: string, steps: readonly RunStep[]): ReportCase[] {
  if (steps.length === 0) return [];
  return STEPS.map((name) => {
    const step = steps.find((one) => one.name === name);
    if (!step) return { group, name, outcome: 'skipped', message: 'a step before it failed' };
    const seconds = (step.durationMs ?? 0) / 1000;
    if (step.passed) return { group, name, outcome: 'passed', seconds };
    return { group, name, outcome: 'failed', seconds, message: [step.message, ...cureLines(step)].join('\n') };
  });
}
