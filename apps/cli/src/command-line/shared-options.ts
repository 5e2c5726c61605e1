import { InvalidArgumentError, Option } from 'commander';
import type { CommandSpec } from './command-spec';

const OUTPUTS = ['text', 'json', 'junit', 'github', 'markdown'] as const;

export type OutputFormat = (typeof OUTPUTS)[number];

/** A format and the file that it is written to; none: stdout. */
export interface ReportTarget {
  readonly format: OutputFormat;
  readonly file?: string;
}

export interface OutputOptions {
  readonly outputFile?: string;
  /** The options of commands with a report. */
  readonly output?: OutputFormat;
  readonly report?: readonly ReportTarget[];
}

/** Options of commands that call the service. */
export interface RemoteOptions {
  readonly url?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly profile?: string;
  /** Seconds. */
  readonly requestTimeout: number;
}

/** `FORMAT=FILE`; the option may be given several times. */
function reportTarget(text: string, before: readonly ReportTarget[] = []): readonly ReportTarget[] {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = OUTPUTS.find((known) => known === name);
  if (format) return [...before, { format, file }];
  throw new InvalidArgumentError(`It is FORMAT=FILE, such as junit=report.xml, with one of ${OUTPUTS.join(', ')}.`);
}

const OUTPUT_FILE = new Option('--output-file <FILE>', 'Write the result there instead of to stdout');

const REPORTING = [
  new Option('-o, --output <FORMAT>', 'Format of the result').choices(OUTPUTS).default('text'),
  new Option(
    '--report <FORMAT=FILE>',
    'Write the result in a further format as well, such as junit=report.xml',
  ).argParser(reportTarget),
];

const REMOTE = [
  new Option('--url <URL>', 'The service; else METADATA_CATALOG_URL, else that of the profile'),
  new Option('--token <TOKEN>', 'A token; else METADATA_CATALOG_TOKEN, else that of the profile'),
  new Option('--token-file <FILE>', 'A file that holds the token, so that no list of processes shows it'),
  new Option('--profile <NAME>', 'A profile made by login'),
  new Option('--request-timeout <SECONDS>', 'The most that one request may take')
    .default(60)
    .argParser(wholeNumber(1, 3600)),
];

/** Options that may be given several times. */
export const REPEATABLE: ReadonlySet<string> = new Set(['map', 'report', 'schema', 'table', 'test-case', 'expect']);

/** The options of a command: its own first, then those that commands of its kind share. */
export function optionsOf({ options, writesContent, isLocal }: CommandSpec): readonly Option[] {
  return [...options, ...(writesContent ? [] : REPORTING), OUTPUT_FILE, ...(isLocal ? [] : REMOTE)];
}

/** Collects the values of an option that may be given several times. */
export const oneMore = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Reads a whole number in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads a number of hops along lineage: `all`, or as many as the service follows. */
export function hops(text: string): number | 'all' {
  if (text === 'all' || /^[0-3]$/.test(text)) return text === 'all' ? text : Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 3, or all.');
}
