import type { PlannedRequest } from '../load/load-message';
import { seededRandom, shuffled, zipfRanks } from '../measure/random';
import { seededContract, type SeededContract } from './dataset';

const SEED = 20_261_101;
/** Long enough that a slice seldom comes to its end. */
const REQUESTS = 20_000;
const BY_ID = 0.8;
const CONDITIONAL = 0.2;

const ROOT = '/api/v1/dataContracts';

/** What is asked about the object of a number, counted from 1. */
type RequestOf = (n: number, random: () => number) => Pick<PlannedRequest, 'path' | 'expects'>;

/** The same list for all sides of one seed: objects by Zipf's law, those asked for most not side by side; a fifth conditional. */
export function zipfPlan(seed: number, requests: number, count: number, requestOf: RequestOf): PlannedRequest[] {
  const random = seededRandom(seed);
  const place = shuffled(count, random);
  const rank = zipfRanks(count, random);
  return Array.from({ length: requests }, () => {
    const asked = requestOf((place[rank()] as number) + 1, random);
    return { ...asked, conditional: random() < CONDITIONAL };
  });
}

/** By its id, or, a fifth of them, by its name. */
export function pathOf(root: string, { id, fqn }: Pick<SeededContract, 'id' | 'fqn'>, random: () => number): string {
  return random() < BY_ID ? `${root}/${id}` : `${root}/name/${encodeURIComponent(fqn)}`;
}

/** Which contract, by id or by name, conditional or not. `expects` is what a body must hold. */
export function requestPlan(count: number, expects: (contract: SeededContract) => string): PlannedRequest[] {
  return zipfPlan(SEED, REQUESTS, count, (n, random) => {
    const contract = seededContract(n);
    return { path: pathOf(ROOT, contract, random), expects: expects(contract) };
  });
}
