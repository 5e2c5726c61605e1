import { logCost } from './cost-log';
import { MOST_HOLD_MS } from './measure/hold-limit';
import type { Cost, WorstRequest } from './measure/request';
import { REFUSED_EARLY } from './measure/send';
import type { WatchedApi } from './measure/watched-api';

/** No request raises the memory of the process by more. */
const MOST_GROWTH_MB = 256;

/** A case over a limit, as it is reported. */
export interface Fault {
  readonly operation: string;
  readonly shape: string;
  readonly ms: number;
  readonly MB: number;
  readonly status: number | string;
}

const isOver = ({ holdMs, growthMb, status }: Cost) =>
  holdMs > MOST_HOLD_MS || growthMb > MOST_GROWTH_MB || (typeof status === 'string' && status !== REFUSED_EARLY);

/** How often a request over a limit is sent in all. */
const MOST_TRIES = 3;

/**
 * What is wrong with the cost of a request, if anything. One over a limit is made and sent again to a heap without garbage: what earlier
 * requests left behind is not its fault, nor what a neighbour of the machine did at that moment.
 */
export async function judge(
  api: WatchedApi,
  { operation, shape }: Pick<Fault, 'operation' | 'shape'>,
  make: (number: number) => WorstRequest | undefined,
): Promise<{ readonly cost: Cost; readonly fault?: Fault } | undefined> {
  const first = make(numbers++);
  if (!first) return undefined;
  let cost = await api.cost(first);
  logCost(operation, shape, cost);
  for (let tries = 1; isOver(cost) && tries < MOST_TRIES; tries++) {
    cost = await api.cost(make(numbers++)!, 'swept');
    logCost(operation, shape, cost);
  }
  if (!isOver(cost)) return { cost };
  const { holdMs, growthMb, status } = cost;
  return { cost, fault: { operation, shape, ms: Math.round(holdMs), MB: Math.round(growthMb), status } };
}

let numbers = 1;
