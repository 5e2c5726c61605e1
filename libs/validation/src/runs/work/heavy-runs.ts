import type { Lane } from '@app/queue';
import { TurnQueue } from '../../rules/turn-queue';
import type { ClaimedRun } from './run-claim.repository';

/** Concurrent slots of a lane, each for another requester: so many documents are in memory. */
const AT_ONCE = 4;
/** Heavy runs of an asker from which on the asker's next runs are looked at one after the other. */
const MANY = 5;

/** A first look under way in a slot. */
interface Look {
  readonly run: RunOfAsker;
  readonly leaveSlot: () => void;
}

type RunOfAsker = Pick<ClaimedRun, 'lane' | 'requestedBy'>;

const turnsOfLanes = (): Readonly<Record<Lane, TurnQueue>> => {
  const turns = () => new TurnQueue({ places: AT_ONCE, onePerAsker: true });
  return { urgent: turns(), batch: turns() };
};

/**
 * Slots for runs whose rules take long, and for those that may be such: they wait outside of the lane, so that
 * other runs continue. Slots go round-robin to requesters.
 */
export class HeavyRuns {
  /** Slots for runs that proved heavy. */
  readonly heavy = turnsOfLanes();
  /** Slots for first slices of runs that may be such. */
  readonly looks = turnsOfLanes();
  private readonly open: RunOfAsker[] = [];
  private readonly inSlots = new Set<Look>();

  /** Whether so many runs of the requester proved heavy that first slices of further ones would occupy all slots. */
  areManyOf(one: RunOfAsker): boolean {
    return this.open.filter((run) => areAlike(run, one)).length >= MANY;
  }

  /** A first look in a slot, which it leaves when many runs of its asker have proved heavy meanwhile. */
  async lookInSlot<T>(look: Look, work: () => Promise<T>): Promise<T> {
    this.inSlots.add(look);
    try {
      return await work();
    } finally {
      this.inSlots.delete(look);
    }
  }

  /** The rest of a run that proved heavy. */
  async goOn<T>(heavy: RunOfAsker, work: () => Promise<T>): Promise<T> {
    this.open.push(heavy);
    if (this.areManyOf(heavy)) for (const { run, leaveSlot } of this.inSlots) if (areAlike(run, heavy)) leaveSlot();
    try {
      return await work();
    } finally {
      this.open.splice(this.open.indexOf(heavy), 1);
    }
  }
}

/** Whether the same user asked for both, in the same lane. */
const areAlike = (run: RunOfAsker, other: RunOfAsker): boolean =>
  run.lane === other.lane && run.requestedBy === other.requestedBy;
