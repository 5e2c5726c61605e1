import type { PlannedRequest } from '../load/load-message';
import { seededRandom, shuffled, zipfRanks } from '../measure/random';
import { seededContract, type SeededContract } from './dataset';

const SEED = 20_261_101;
/** Long enough that a slice seldom comes to its end. */
const REQUESTS = 20_000;
const BY_ID = 0.8;
const CONDITIONAL = 0.2;

const ROOT = '/api/v1/dataContracts';

/** The same list for both: which contract, by id or by name, conditional or not. `expects` is what a body must hold. */
export function requestPlan(count: number, expects: (contract: SeededContract) => string): PlannedRequest[] {
  const random = seededRandom(SEED);
  const place = shuffled(count, random);
  const rank = zipfRanks(count, random);
  return Array.from({ length: REQUESTS }, () => {
    const contract = seededContract((place[rank()] as number) + 1);
    const byId = random() < BY_ID;
    const path = byId ? `${ROOT}/${contract.id}` : `${ROOT}/name/${encodeURIComponent(contract.fqn)}`;
    return { path, expects: expects(contract), conditional: random() < CONDITIONAL };
  });
}
