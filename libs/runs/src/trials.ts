import type { ClaimedWork, Claims } from './claims';
import { SharedExclusiveLock } from './shared-exclusive-lock';

/**
 * The rule for crashes, the same for every kind of runs. A crash is a lease that ran out while a worker evaluated the run (`worker` is set): one
 * that was handed back, waits, or is tried again counts as none. A run is tried beside others until its second crash. After that it is tried
 * alone, so that others survive a third one, and only a crash while it was alone (`alone`) counts from then on. After that one it ends as Aborted. The
 * statements that claim count by the same rule: `claim_runs.sql`, `claim_data_runs.sql`.
 */
export const MOST_CRASHES = 3;
/** Crashes from which on a run is tried alone. */
const SUSPECT = MOST_CRASHES - 1;

/** How long a run that is to be tried alone waits for those under way in its process, in ms: others begin only after it. */
const ALONE_WAIT_MS = 10_000;
/** Rest of one that waited in vain, in ms: runs of the kind may take an hour, and must not stop the process for so long. */
const ALONE_REST_MS = 20_000;

/** The trials of runs of one kind in this process, by the rule for crashes. */
export class Trials {
  private readonly gate = new SharedExclusiveLock();

  constructor(
    private readonly claims: Pick<Claims, 'markAlone' | 'postpone'>,
    private readonly waitMs = ALONE_WAIT_MS,
  ) {}

  /** Whether a run is tried alone, or is about to be. */
  get isClosed(): boolean {
    return this.gate.isClosed;
  }

  /**
   * Tries a run, beside others or alone.
   *
   * @param attempt takes whether the run is alone
   * @param giveUp ends a run that has crashed too often
   * @returns undefined where nothing was tried: it was given up, is no longer this worker's, or others did not make room
   */
  async of<T>(
    run: ClaimedWork,
    attempt: (isAlone: boolean) => Promise<T>,
    giveUp: () => Promise<void>,
  ): Promise<T | undefined> {
    if (run.crashes < SUSPECT) return this.beside(() => attempt(false));
    if (run.crashes >= MOST_CRASHES) {
      await giveUp();
      return undefined;
    }
    let hasRoom = false;
    const outcome = await this.gate.alone(async () => {
      hasRoom = true;
      return (await this.claims.markAlone(run)) ? attempt(true) : undefined;
    }, this.waitMs);
    if (!hasRoom) await this.claims.postpone(run, ALONE_REST_MS);
    return outcome;
  }

  /** Goes on with a run beside others. */
  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.gate.shared(work);
  }
}
