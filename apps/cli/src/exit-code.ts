/** Exit codes. */
export const EXIT = {
  passed: 0,
  /** What was asked about is not as it should be: a document, a change, a validation, a result. */
  failed: 1,
  /** The command line itself, or a file that it names, cannot be used. */
  usage: 2,
  /** The service cannot be reached, or it refuses: no right, no such contract, a conflict. */
  refused: 3,
  timedOut: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
