import type { DocumentFile } from '../../document/document-file';
import { EXIT } from '../../cli-error';
import {
  type Finding,
  type Report,
  type ReportCase,
  type Section,
  type Tone,
  caseOf,
  count,
} from '../../report/report';
import type { Impact, ReachedAsset } from './change-impact';
import type { NamedContract } from './named-contract';

/** One difference, as the service returns it. */
export interface Change {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly compatibility: 'breaking' | 'compatible' | 'info';
  readonly reason: string;
}

export interface CheckedChange {
  readonly title: string;
  readonly document: DocumentFile;
  readonly contract: NamedContract;
  readonly mode: string;
  readonly compatible: boolean;
  readonly changes: readonly Change[];
  /** undefined: unknown to the service. */
  readonly impact: Impact | undefined;
}

const TONES: Readonly<Record<Change['compatibility'], Tone>> = { breaking: 'bad', compatible: 'good', info: 'weak' };
/** Most names in one sentence; the table has them all. */
const MOST_NAMED = 5;

/** The report on a check of a proposed contract. */
export function changeReport(checked: CheckedChange): Report {
  const { title, contract, mode, compatible, changes, impact } = checked;
  return {
    title: `${title} against ${contract.fullyQualifiedName} (${mode})`,
    exitCode: compatible ? EXIT.passed : EXIT.failed,
    summary: summaryOf(checked),
    sections: [changeSection(changes), impactSection(impact?.assets ?? [])],
    findings: findingsOf(checked),
    cases: casesOf(checked),
    data: {
      contract: contract.fullyQualifiedName,
      mode,
      compatible,
      changes,
      ...(impact ? { impact: impact.assets, reached: impact.total } : {}),
    },
  };
}

/** The report on a contract that is not there yet: nothing relies on it. */
export function firstReport(title: string, against: string): Report {
  return {
    ...{ title, exitCode: EXIT.passed, sections: [], findings: [] },
    summary: `there is no contract ${against} yet, so nobody relies on it`,
    cases: [caseOf(against, 'is new')],
    data: { contract: against, isNew: true, compatible: true, changes: [] },
  };
}

function summaryOf({ mode, changes, impact }: CheckedChange): string {
  const breaking = changes.filter(({ compatibility }) => compatibility === 'breaking').length;
  if (changes.length === 0) return 'nothing changes';
  const counted = `${count(changes.length, 'change')}, ${breaking} breaking (${mode})`;
  return breaking === 0 ? counted : `${counted}; ${reached(impact)}`;
}

function reached(impact: Impact | undefined): string {
  if (!impact) return 'the service does not tell what lies downstream';
  const contracts = impact.assets.flatMap(({ contract }) => contract ?? []);
  const assets = `reaches ${count(impact.total, 'downstream asset')}`;
  if (contracts.length === 0) return `${assets}, none with a contract`;
  const more = contracts.length > MOST_NAMED ? ` and ${contracts.length - MOST_NAMED} more` : '';
  return `${assets} with ${count(contracts.length, 'contract')}: ${contracts.slice(0, MOST_NAMED).join(', ')}${more}`;
}

function changeSection(changes: readonly Change[]): Section {
  return {
    title: 'Changes',
    columns: ['class', 'place', 'from', 'to', 'reason'],
    rows: changes.map(({ compatibility, path, from, to, reason }) => ({
      cells: [compatibility, path, shown(from), shown(to), reason],
      tone: TONES[compatibility],
    })),
  };
}

function impactSection(impact: readonly ReachedAsset[]): Section {
  return {
    title: 'Reaches downstream',
    columns: ['hop', 'type', 'asset', 'contract'],
    rows: impact.map(({ hop, type, fullyQualifiedName, contract }) => ({
      cells: [String(hop), type, fullyQualifiedName, contract ?? '–'],
      ...(contract === undefined ? { tone: 'weak' as const } : {}),
    })),
  };
}

function findingsOf({ title, document, changes, compatible }: CheckedChange): Finding[] {
  const breaking = changes.filter(({ compatibility }) => compatibility === 'breaking');
  return breaking.map(({ path, reason }) => ({
    level: compatible ? 'warning' : 'error',
    title: `${title}: breaking`,
    message: `${path}: ${reason}`,
    file: document.file,
    ...document.positions?.of(path),
  }));
}

function casesOf({ contract, mode, compatible, changes }: CheckedChange): ReportCase[] {
  const group = contract.fullyQualifiedName;
  const verdict = `is ${mode === 'none' ? 'readable' : `${mode} compatible`}`;
  return [
    caseOf(group, verdict, compatible ? undefined : 'see the breaking changes'),
    ...changes.map(({ path, reason, compatibility }) => {
      const isFault = compatibility === 'breaking' && !compatible;
      return caseOf(group, `${path} (${compatibility})`, isFault ? reason : undefined);
    }),
  ];
}

/** Short enough for a cell: of objects, their name. */
const LONGEST = 40;

function shown(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
