import { EXIT } from '../../cli-error';
import { commandCall } from '../../command-line/program';
import { caseOf, count, type Report, type Row, type Section } from '../../report/report';
import type { CreatedContract, SuggestedContract, SuggestedLine } from './suggested-contract';

/** Longer values are cut: a set of values has all of them in the JSON output. */
const LONGEST_VALUE = 60;

/** The report on what a contract could promise, and on the contract that was made of it. */
export function suggestionReport(name: string, suggested: SuggestedContract, made?: CreatedContract): Report {
  const { entity, document, tests, lines, contract } = suggested;
  const columns = lines.filter(isColumn);
  const others = lines.filter((line) => !isColumn(line));
  return {
    title: `contract suggest ${name}`,
    exitCode: EXIT.passed,
    summary: made ? sentenceOf(made) : foundSentence(suggested),
    sections: [
      ...(columns.length > 0 ? [{ rows: [{ cells: [`${count(columns.length, 'column')}, with their types`] }] }] : []),
      ...(others.length > 0 ? [lineSection(others)] : []),
      ...(entity.type === 'table' && !lines.some(isMeasured) ? [measuringSection(name)] : []),
      { title: 'Next', rows: nextCalls(name, suggested, made).map((call) => ({ cells: [call] })) },
    ],
    findings: [],
    cases: [caseOf(name, 'is looked at')],
    data: { contract: made?.fullyQualifiedName ?? contract?.fullyQualifiedName, created: made, document, tests, lines },
  };
}

/** The contract that was made is validated next; one that was not made is made. */
function nextCalls(name: string, { lines }: SuggestedContract, made?: CreatedContract): string[] {
  if (made) return [commandCall('contract', 'validate', made.fullyQualifiedName, '--wait')];
  return lines.length > 0 ? [commandCall('contract', 'suggest', name, '--create')] : [];
}

/** Columns are what each contract has: the reader wants to see the rest. */
const isColumn = ({ path, value }: SuggestedLine): boolean => path.startsWith('schema.') && typeof value === 'object';

const isMeasured = ({ evidence }: SuggestedLine): boolean => evidence.some(({ kind }) => kind === 'profile');

/** The way to tests over the values, which no profile showed so far. */
const measuringSection = (name: string): Section => ({
  title: 'What helps',
  rows: [
    { cells: ['Tests over values are suggested once a table has five profiles of four days or more:'] },
    { cells: [commandCall('profile', name)] },
  ],
});

function sentenceOf({ fullyQualifiedName, entityStatus, version, tests }: CreatedContract): string {
  return `${fullyQualifiedName} is ${entityStatus}, version ${version}, with ${count(tests, 'new test case')}`;
}

function foundSentence({ contract, lines }: SuggestedContract): string {
  if (lines.length > 0) return `${count(lines.length, 'line')} suggested, nothing stored`;
  return contract ? 'the contract promises all that could be suggested' : 'nothing is known that could be promised';
}

function lineSection(lines: readonly SuggestedLine[]): Section {
  return { title: 'Suggested', columns: ['line', 'value', 'confidence', 'evidence'], rows: lines.map(lineRow) };
}

function lineRow({ path, value, confidence, evidence }: SuggestedLine): Row {
  return { cells: [path, shortOf(value), confidence.toFixed(2), evidence.map(({ text }) => text).join('; ')] };
}

/** The parameters of a test by name; of a reference the line names what it is. */
function shortOf(value: unknown): string {
  const text = isRecord(value) ? recordText(value) : String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function recordText(value: Readonly<Record<string, unknown>>): string {
  if (typeof value.id === 'string') return String(value.type);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(', ');
}
