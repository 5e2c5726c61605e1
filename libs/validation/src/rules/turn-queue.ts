/** A run that waits for a slot. */
export interface TurnRequest {
  /** Slots go round-robin to requesters, however many runs each of them has. */
  readonly asker: string;
  /** How long earlier slices of the same run took, in ms. */
  readonly held: number;
  /** Aborted when the slot is not needed any more: the wait ends. */
  readonly signal?: AbortSignal;
}

export interface TurnQueueOptions {
  /** Number of concurrent slots. */
  readonly places: number;
  /** Whether a requester gets one slot at a time, even if others are free. */
  readonly onePerAsker?: boolean;
}

interface WaitingTurn {
  readonly held: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** The waiting runs of one requester, in order of arrival, and how many slots it got since one waits. */
interface Line {
  readonly waiting: WaitingTurn[];
  given: number;
}

/** One in so many slots of a requester goes to the run that has waited longest. */
const LONGEST_EVERY = 4;

/**
 * A few slots for many runs. They go round-robin to requesters, so that many runs of one requester do not
 * push back those of others. Among the runs of one asker they go to the one that has taken the shortest time, and every
 * fourth one to the one that has waited longest: no run waits for ever.
 */
export class TurnQueue {
  /** By requester; one that has got a slot goes to the end. */
  private readonly lines = new Map<string, Line>();
  private readonly holders = new Set<string>();
  private free: number;
  private readonly onePerAsker: boolean;

  constructor({ places, onePerAsker = false }: TurnQueueOptions) {
    this.free = places;
    this.onePerAsker = onePerAsker;
  }

  /** Resolves when the run gets a slot; `leave` releases it. Rejects with the reason of the signal. */
  async take({ asker, held, signal }: TurnRequest): Promise<void> {
    signal?.throwIfAborted();
    if (this.free > 0 && this.mayTake(asker)) return this.give(asker);
    let drop: (() => void) | undefined;
    const turn = new Promise<void>((start, refuse) => {
      const waiting = { held, start, refuse };
      const line = this.lines.get(asker) ?? { waiting: [], given: 0 };
      line.waiting.push(waiting);
      this.lines.set(asker, line);
      drop = () => this.drop(asker, waiting, signal?.reason as Error);
      signal?.addEventListener('abort', drop, { once: true });
    });
    await turn.finally(() => signal?.removeEventListener('abort', drop!));
  }

  leave(asker: string): void {
    this.free += 1;
    this.holders.delete(asker);
    const next = [...this.lines.keys()].find((waiting) => this.mayTake(waiting));
    if (next === undefined) return;
    this.give(next);
    this.next(next).start();
  }

  /** Rejects all that wait. */
  refuse(error: Error): void {
    const waiting = [...this.lines.values()].flatMap((line) => line.waiting);
    this.lines.clear();
    for (const { refuse } of waiting) refuse(error);
  }

  private mayTake(asker: string): boolean {
    return !this.onePerAsker || !this.holders.has(asker);
  }

  private give(asker: string): void {
    this.free -= 1;
    this.holders.add(asker);
  }

  private next(asker: string): WaitingTurn {
    const line = this.lines.get(asker)!;
    line.given += 1;
    const at = line.given % LONGEST_EVERY === 0 ? 0 : shortest(line.waiting);
    const [turn] = line.waiting.splice(at, 1);
    this.lines.delete(asker);
    if (line.waiting.length > 0) this.lines.set(asker, line);
    return turn!;
  }

  private drop(asker: string, turn: WaitingTurn, reason: Error): void {
    const waiting = this.lines.get(asker)?.waiting ?? [];
    const at = waiting.indexOf(turn);
    if (at < 0) return;
    waiting.splice(at, 1);
    if (waiting.length === 0) this.lines.delete(asker);
    turn.refuse(reason);
  }
}

function shortest(waiting: readonly WaitingTurn[]): number {
  const least = Math.min(...waiting.map(({ held }) => held));
  return waiting.findIndex(({ held }) => held === least);
}
