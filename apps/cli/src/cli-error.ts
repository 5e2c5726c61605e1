import { EXIT } from './exit-code';
import type { ExitCode } from './exit-code';

/** Ends the command with one sentence on stderr and an exit code. Never holds a token. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
    /** One line each, below the message. */
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

export const usageError = (message: string, ...details: string[]): CliError =>
  new CliError(message, EXIT.usage, details);
export const refused = (message: string, ...details: string[]): CliError =>
  new CliError(message, EXIT.refused, details);
export const timedOut = (message: string): CliError => new CliError(message, EXIT.timedOut);
