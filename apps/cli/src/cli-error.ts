/** Ends the command with one sentence on stderr and an exit code. Never contains a token. */
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

/** Exit codes. */
export const EXIT = {
  passed: 0,
  /** The subject of the command is not as it should be: a document, a change, a validation, a result. */
  failed: 1,
  /** The command line itself, or a file that it names, cannot be used. */
  usage: 2,
  /** The service cannot be reached, or it refuses: no right, no such contract, a conflict; or what was asked could not be evaluated. */
  refused: 3,
  timedOut: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
