import { StackError } from './stack-error';

/** A process that says it runs the stack on a data directory. */
export interface LockMark {
  readonly pid: number;
  /** Tells the process from a later one with the same pid. */
  readonly startTime: string;
  readonly baseUrl: string;
  /** False while it still looks whether there are others. */
  readonly held: boolean;
}

/** Another stack runs on the data directory. */
export class DataInUseError extends StackError {
  constructor(dataDir: string, holder: LockMark) {
    super(
      `The stack already runs on ${dataDir}: ${holder.baseUrl} (process ${holder.pid}). ` +
        'Stop it first, or set another DATA_DIR and PORT.',
    );
    this.name = 'DataInUseError';
  }
}
