import { CommanderError } from 'commander';
import { type ExitCode, CliError, EXIT } from './cli-error';
import type { CommandContext, CommandSpec, Invocation } from './command-line/command-spec';
import { buildProgram, PROGRAM } from './command-line/program';
import type { OutputOptions, RemoteOptions } from './command-line/shared-options';
import { COMMANDS } from './command-list';
import { connect } from './connection/connect';
import type { Environment } from './environment';
import { failureReport } from './report/report';
import { type Sink, reportTargets, writeContent, writeReport } from './report/write-outcome';

/** Input, output and environment of one call of the program. */
export interface Terminal extends Sink {
  readonly environment: Environment;
  readonly readStdin: CommandContext['readStdin'];
  readonly readSecret: CommandContext['readSecret'];
  readonly version: string;
}

/** One call of the program: arguments in, exit code out. Errors are written to stderr. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.passed;
  const help: string[] = [];
  const program = buildProgram({
    version: terminal.version,
    commands: COMMANDS,
    execute: async (spec, invocation) => void (exitCode = await execute(spec, invocation, terminal)),
    writeOut: (text) => void help.push(text),
    writeErr: (text) => terminal.progress(text.trimEnd()),
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (help.length > 0) await terminal.write(help.join(''));
    return exitCodeOf(error, terminal);
  }
}

/** commander has already written what is wrong with the command line. */
function exitCodeOf(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
  if (!(error instanceof CliError)) throw error;
  terminal.progress(`${PROGRAM}: ${error.message}`);
  for (const line of error.details) terminal.progress(`  ${line}`);
  return error.exitCode;
}

async function execute(spec: CommandSpec, invocation: Invocation, terminal: Terminal): Promise<ExitCode> {
  const { environment, progress, readStdin, readSecret } = terminal;
  const output = invocation.options as OutputOptions;
  const targets = spec.writesContent ? [] : reportTargets(output);
  const service: CommandContext['service'] = () => connect(invocation.options as RemoteOptions, environment, progress);
  try {
    const outcome = await spec.run(invocation, { environment, progress, readStdin, readSecret, service });
    if ('content' in outcome) {
      await writeContent(outcome.content, output.outputFile, terminal);
      return EXIT.passed;
    }
    await writeReport(outcome.report, targets, terminal);
    return outcome.report.exitCode;
  } catch (error) {
    const isReported = error instanceof CliError && error.exitCode !== EXIT.usage;
    // As text the message is on stderr anyway.
    const machine = targets.filter(({ format, file }) => format !== 'text' || file !== undefined);
    if (isReported && machine.length > 0) await writeReport(failureReport(spec.name, error), machine, terminal);
    throw error;
  }
}
