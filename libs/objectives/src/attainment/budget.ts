import { TARGET_DECIMALS, type Objective } from '../document/objective';

/** Parts of which a target is a whole number. */
export const WHOLE = 100 * 10 ** TARGET_DECIMALS;
/** Error budget as it is shown: counts of units; of a calendar month that all of it allows. */
export interface ShownBudget {
  readonly allowed: number;
  readonly used: number;
  readonly left: number;
  /** Percentage of what is allowed. */
  readonly leftPercent: number;
}

/** A budget in hundred-thousandths of a unit, so that all of it is whole. */
export interface Budget {
  /** Share of all units that may be bad. */
  readonly share: number;
  readonly allowed: number;
  readonly used: number;
  readonly left: number;
}

export function budgetOf({ target }: Pick<Objective, 'target'>, expected: number, bad: number): Budget {
  const share = WHOLE - Math.round(target * 10 ** TARGET_DECIMALS);
  const [allowed, used] = [share * expected, bad * WHOLE];
  return { share, allowed, used, left: allowed - used };
}

export function shownBudget({ allowed, used, left }: Budget): ShownBudget {
  return {
    allowed: toFourDecimals(BigInt(allowed), BigInt(WHOLE)),
    used: used / WHOLE,
    left: toFourDecimals(BigInt(left), BigInt(WHOLE)),
    leftPercent: allowed === 0 ? (used === 0 ? 100 : 0) : toFourDecimals(100n * BigInt(left), BigInt(allowed)),
  };
}

/** Numbers of an answer have four decimals. */
const DECIMALS = 10_000n;

/** A quotient to four decimals, half away from zero; exact, since both are whole numbers. @param divisor positive */
export function toFourDecimals(dividend: bigint, divisor: bigint): number {
  const scaled = 2n * (dividend < 0n ? -dividend : dividend) * DECIMALS + divisor;
  const rounded = Number(scaled / (2n * divisor)) / Number(DECIMALS);
  return dividend < 0n && rounded !== 0 ? -rounded : rounded;
}
