import { relative } from 'node:path';
import { type Option, Command } from 'commander';
import { EXIT } from '../cli-error';
import type { CommandSpec, Invocation } from './command-spec';
import { optionsOf, REPEATABLE } from './shared-options';

export const PROGRAM = 'metadata-catalog';

/**
 * The way in which this program was called, so that what a message says to run can be pasted: by its name, or by node where it lies in a checkout.
 * @param script the first argument of the process
 */
export function calledAs(script = '', folder = process.cwd()): string {
  if (!script.endsWith(`${PROGRAM}.cjs`)) return PROGRAM;
  const path = relative(folder, script);
  return `node ${path.startsWith('..') ? script : path}`;
}

/** The call of this process, without its arguments. */
export const CALLED_AS = calledAs(process.argv[1]);

/** Words that a shell passes on as they stand, and the placeholder of a name that is not known. */
const PLAIN = /^(?:[\p{L}\p{N}@%+=:,./_-]+|<\w+>)$/u;

/** A call of this program with its arguments, which can be pasted into a shell: names may have blanks and quotes. */
export const commandCall = (...words: readonly string[]): string => [CALLED_AS, ...words.map(shellWord)].join(' ');

function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const GROUPS: Readonly<Record<string, string>> = {
  contract: 'Check, validate, import and export data contracts',
  results: 'Results of checks that ran elsewhere',
  lineage: 'Lineage of assets',
  profile: 'Services and tokens that login stored',
};

const EXIT_CODES = `
Exit codes:
  ${EXIT.passed}  passed
  ${EXIT.failed}  failed: a document, a change, a validation is not as it should be
  ${EXIT.usage}  the command line, or a file that it names, cannot be used
  ${EXIT.refused}  the service cannot be reached, or refuses; or it could not be evaluated
  ${EXIT.timedOut}  timed out
`;

export interface ProgramOptions {
  readonly version: string;
  readonly commands: readonly CommandSpec[];
  readonly execute: (spec: CommandSpec, invocation: Invocation) => Promise<void>;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

/**
 * The command line. It never ends the process: what the user did wrong, and an asked-for help or version once it is written, is
 * thrown as commander's `CommanderError`, whose `exitCode` is 0 for the latter alone.
 */
export function buildProgram({ version, commands, execute, writeOut, writeErr }: ProgramOptions): Command {
  const program = new Command(PROGRAM)
    .description('Checks and validates data contracts against a metadata catalog, and reads and writes what it holds.')
    .usage('COMMAND …')
    .version(version)
    // The --version of contract export is not that of the program.
    .enablePositionalOptions()
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      ...{ writeOut, writeErr },
      outputError: (text) => writeErr(text.replace(/^error: /, `${PROGRAM}: `)),
    })
    .addHelpText('after', `\n${PROGRAM} COMMAND --help tells more, with examples.\n${EXIT_CODES}`);
  for (const spec of commands) addCommand(program, spec, execute);
  return addHelpCommand(program);
}

function addCommand(program: Command, spec: CommandSpec, execute: ProgramOptions['execute']): void {
  const words = spec.name.split(' ');
  const parent = words.length === 1 ? program : groupOf(program, words[0] ?? '');
  const command = parent.command(words.at(-1) ?? '').summary(spec.summary);
  command.description([spec.summary, spec.description].filter(Boolean).join('\n\n'));
  if (spec.takes !== undefined) command.argument(spec.takes);
  for (const option of optionsOf(spec)) addOption(command, option);
  const examples = spec.examples.map((example) => `  ${PROGRAM} ${example}`);
  command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  command.action(() => execute(spec, { args: command.args, options: command.opts() }));
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  return (
    known ??
    program
      .command(name)
      .description(GROUPS[name] ?? '')
      .usage('COMMAND …')
      .addHelpText('after', EXIT_CODES)
  );
}

/** commander takes the last of an option that stands twice, and another option for the value of one whose value was forgotten. */
function addOption(command: Command, option: Option): void {
  const name = option.name();
  let isGiven = false;
  command.on(`option:${name}`, (value: string | null | undefined) => {
    if (isGiven && !REPEATABLE.has(name)) command.error(`error: option '${option.flags}' is given twice`);
    if (value?.startsWith('--')) command.error(`error: option '${option.flags}' argument missing`);
    isGiven = true;
  });
  command.addOption(option);
}

/** `help contract check`: commander's own takes one word. */
function addHelpCommand(program: Command): Command {
  const help = program.command('help').argument('[COMMAND...]').description('Show the help of a command');
  help.action((words: string[]) => {
    let command = program;
    for (const word of words) {
      const next = command.commands.find((one) => one.name() === word);
      if (!next) command.error(`error: unknown command '${words.join(' ')}'`);
      command = next ?? command;
    }
    command.help();
  });
  return program;
}
