import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { usageError } from '../../cli-error';
import { onFile, readIfThere } from '../../document/read-input';

/** The outcome for the entities of one type. */
export interface TypeCount {
  /** In the source, as it counts them. */
  there: number;
  /** Sent, and taken. */
  taken: number;
  /** Left to what the catalog has or makes by itself. */
  skipped: number;
}

/** An entity that was not taken as a whole yet. */
export interface Waiting {
  readonly type: string;
  readonly fqn: string;
  /** Why nothing of it is there; absent: it is, without the members that were dropped. */
  readonly refusal?: string;
  /** It waits as a proposal, which the refusal names. */
  readonly isHeld?: true;
  /** Members that were refused, with the reasons. */
  readonly dropped: Readonly<Record<string, string>>;
}

/** A thing that was refused in the end. */
export interface Refusal {
  readonly what: string;
  readonly reason: string;
  /** It waits as a proposal, which the reason names. */
  readonly isHeld?: true;
}

/** How far a migration is, and what it found so far. */
export interface Progress {
  readonly from: string;
  readonly to: string;
  /** By step: the cursor of its next page; null: it is done. */
  readonly steps: Record<string, string | null>;
  readonly counts: Record<string, TypeCount>;
  /** `type.member` → how often it was left out, and of what it was last. */
  readonly leftOut: Record<string, { times: number; last: string }>;
  waiting: Waiting[];
  refused: Refusal[];
  edges: number;
}

/** The progress in a file, so that a migration that was ended goes on where it was. */
export class MigrationState {
  private constructor(
    private readonly file: string,
    readonly progress: Progress,
    readonly isResumed: boolean,
  ) {}

  /** @throws {CliError} usage where the file is of another migration */
  static open(file: string, from: string, to: string): MigrationState {
    const stored = readProgress(file);
    if (stored && (stored.from !== from || stored.to !== to))
      throw usageError(
        `${file} is of a migration from ${stored.from} to ${stored.to}; name another file, or remove it`,
      );
    const fresh = { from, to, steps: {}, counts: {}, leftOut: {}, waiting: [], refused: [], edges: 0 };
    return new MigrationState(file, stored ?? fresh, stored !== undefined);
  }

  /** @throws {CliError} usage where it cannot be written */
  save(): void {
    onFile(this.file, 'written', () => {
      // A file that is half written would end what it is to go on with.
      writeFileSync(`${this.file}.new`, JSON.stringify(this.progress));
      renameSync(`${this.file}.new`, this.file);
    });
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  count(type: string): TypeCount {
    return (this.progress.counts[type] ??= { there: 0, taken: 0, skipped: 0 });
  }

  leaveOut(member: string, of: string): void {
    const known = this.progress.leftOut[member];
    this.progress.leftOut[member] = { times: (known?.times ?? 0) + 1, last: of };
  }
}

function readProgress(file: string): Progress | undefined {
  const text = readIfThere(file);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Progress);
  } catch {
    throw usageError(`${file} is no state of a migration`);
  }
}
