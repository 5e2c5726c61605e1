import type { CommandSpec, Invocation } from './arguments/command-spec';
import { commandHelp, programHelp, PROGRAM } from './arguments/help';
import { meant } from './arguments/near-word';
import { parseArguments } from './arguments/parse-arguments';
import { CliError, usageError } from './cli-error';
import type { CommandContext } from './command-context';
import { COMMANDS } from './command-list';
import { connect } from './connection/connect';
import type { Environment } from './environment';
import { EXIT } from './exit-code';
import type { ExitCode } from './exit-code';
import { failureReport } from './report/failure-report';
import { reportTargets, writeContent, writeReport } from './report/write-outcome';
import type { Sink } from './report/write-outcome';

/** The world around one call of the program. */
export interface Terminal extends Sink {
  readonly environment: Environment;
  readonly readStdin: () => Promise<Buffer>;
  readonly version: string;
}

/** One call of the program: arguments in, exit code out. Whatever goes wrong is told on stderr. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatched(args, terminal);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    terminal.progress(`${PROGRAM}: ${error.message}`);
    for (const line of error.details) terminal.progress(`  ${line}`);
    return error.exitCode;
  }
}

async function dispatched(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first] = args;
  if (first === '--version' || first === '-V') return printed(`${terminal.version}\n`, terminal);
  if (first === undefined) throw usageError('which command?', ...programHelp(COMMANDS).split('\n').slice(2, -1));
  if (first === '--help' || first === '-h') return printed(programHelp(COMMANDS), terminal);
  if (first === 'help') return printed(helpOn(args.slice(1)), terminal);
  const spec = commandOf(args);
  if (!spec) return printed(groupHelp(args), terminal);
  const invocation = parseArguments(spec, args.slice(spec.name.split(' ').length));
  return invocation.options.flag('help') ? printed(commandHelp(spec), terminal) : executed(spec, invocation, terminal);
}

async function executed(spec: CommandSpec, invocation: Invocation, terminal: Terminal): Promise<ExitCode> {
  const { options } = invocation;
  const { environment, progress, readStdin } = terminal;
  const targets = spec.reports ? reportTargets(options) : [];
  const service = (): ReturnType<CommandContext['service']> => connect(options, environment, progress);
  try {
    const outcome = await spec.run(invocation, { environment, progress, readStdin, service });
    if ('content' in outcome) {
      await writeContent(outcome.content, options.text('output-file'), terminal);
      return EXIT.passed;
    }
    await writeReport(outcome.report, targets, terminal);
    return outcome.report.exitCode;
  } catch (error) {
    const isReported = error instanceof CliError && error.exitCode !== EXIT.usage;
    // Text goes to stderr alone, where the message stands anyway.
    const machine = targets.filter(({ format, file }) => format !== 'text' || file !== undefined);
    if (isReported && machine.length > 0) await writeReport(failureReport(spec.name, error), machine, terminal);
    throw error;
  }
}

/** The command whose words the arguments begin with; undefined for a group that asks for help. @throws {CliError} usage */
function commandOf(args: readonly string[]): CommandSpec | undefined {
  const [first = '', second] = args;
  const found = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found) return found;
  const members = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(
    ({ name }) => name.split(' ')[1] ?? '',
  );
  if (members.length === 0) throw unknown(first, [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))]);
  if (second === undefined || second.startsWith('-')) return undefined;
  throw unknown(second, members, `${first} `);
}

function unknown(word: string, known: readonly string[], prefix = ''): CliError {
  const shown = JSON.stringify(`${prefix}${word}`.slice(0, 100));
  if (word.startsWith('-')) return usageError(`the command comes before its options; got ${word}`);
  const hint = meant(word, known, prefix);
  return usageError(
    `there is no command ${shown}${hint}`,
    `Commands: ${known.map((name) => prefix + name).join(', ')}`,
  );
}

function groupHelp([group = '', option]: readonly string[]): string {
  if (option === '--help' || option === '-h') return programHelp(COMMANDS, group);
  throw usageError(`which ${group} command?`, ...programHelp(COMMANDS, group).split('\n').slice(2, -1));
}

function helpOn(words: readonly string[]): string {
  if (words.length === 0) return programHelp(COMMANDS);
  const spec = commandOf(words);
  return spec ? commandHelp(spec) : programHelp(COMMANDS, words[0]);
}

async function printed(text: string, terminal: Terminal): Promise<ExitCode> {
  await terminal.write(text);
  return EXIT.passed;
}
