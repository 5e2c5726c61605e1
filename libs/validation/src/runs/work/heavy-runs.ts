import type { Lane } from '@app/queue';
import { TurnQueue } from '../../rules/turn-queue';
import type { ClaimedRun } from './run-claim.repository';

/** Turns of a lane that are held at once, each by another asker: so many documents are in memory. */
const AT_ONCE = 4;
/** Heavy runs of an asker that wait, from which on the asker's next runs are looked at one after the other. */
const MANY = 4;

type RunOfAsker = Pick<ClaimedRun, 'lane' | 'requestedBy'>;
type Turns = Readonly<Record<Lane, TurnQueue>>;

const turnsOfLanes = (): Turns => {
  const turns = () => new TurnQueue({ places: AT_ONCE, onePerAsker: true });
  return { urgent: turns(), batch: turns() };
};

/**
 * Turns of runs whose rules take long, and of those that may be such: they wait without the place of a job, so that
 * jobs of other runs go on. Turns go round between askers.
 */
export class HeavyRuns {
  private readonly heavy = turnsOfLanes();
  private readonly looks = turnsOfLanes();

  /** Whether so many runs of the asker proved heavy that first looks at further ones would hold all places. */
  areManyOf({ lane, requestedBy }: RunOfAsker): boolean {
    return this.heavy[lane].waitingOf(requestedBy) >= MANY;
  }

  /** The queue for a first look at a run of such an asker. */
  looksOf({ lane }: RunOfAsker): TurnQueue {
    return this.looks[lane];
  }

  /** The queue for a run that proved heavy. */
  turnsOf({ lane }: RunOfAsker): TurnQueue {
    return this.heavy[lane];
  }
}
