import { EXIT } from '../exit-code';
import type { CommandSpec, OptionSpec } from './command-spec';
import { optionsOf } from './shared-options';

export const PROGRAM = 'metadata-catalog';

const EXIT_CODES = [
  `${EXIT.passed}  passed`,
  `${EXIT.failed}  failed: a document, a change, a validation is not as it should be`,
  `${EXIT.usage}  the command line, or a file that it names, cannot be used`,
  `${EXIT.refused}  the service cannot be reached, or refuses`,
  `${EXIT.timedOut}  timed out`,
];

/** The commands, those of one group where its word is given. */
export function programHelp(commands: readonly CommandSpec[], group?: string): string {
  const shown = group === undefined ? commands : commands.filter(({ name }) => name.startsWith(`${group} `));
  return [
    `Usage: ${PROGRAM} ${group ?? 'COMMAND'} …`,
    '',
    ...columns(shown.map(({ name, summary }) => [name, summary])),
    '',
    `${PROGRAM} COMMAND --help tells more, with examples.`,
    '',
    'Exit codes:',
    ...EXIT_CODES.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

export function commandHelp(spec: CommandSpec): string {
  return [
    `Usage: ${PROGRAM} ${spec.name}${argumentOf(spec)} [OPTION…]`,
    '',
    spec.summary,
    ...(spec.description ?? []).flatMap((paragraph) => ['', paragraph]),
    '',
    'Options:',
    ...columns(optionsOf(spec).map((option) => [optionUsage(option), option.description])),
    '',
    'Examples:',
    ...spec.examples.map((example) => `  ${PROGRAM} ${example}`),
    '',
  ].join('\n');
}

function argumentOf({ positional }: CommandSpec): string {
  if (!positional) return '';
  const more = positional.most > 1 ? '…' : '';
  return positional.least === 0 ? ` [${positional.name}${more}]` : ` ${positional.name}${more}`;
}

function optionUsage({ name, short, value }: OptionSpec): string {
  return `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
