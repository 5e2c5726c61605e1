const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, roundingMode: 'trunc' });

/** A number with one digit behind the point at most. It is cut and not rounded: 99.96 % of a target of 100 is not 100 %. */
export const rounded = (value: number): string => number.format(value);

/** `79.3 %`; undefined where there is no value yet. */
export const percentText = (value: number | undefined): string =>
  value === undefined ? 'nothing yet' : `${rounded(value)} %`;

interface Budget {
  readonly left: number;
  readonly allowed: number;
}

/** The part of a budget that is left, in percent; 0 of an empty one. */
export const leftPercent = ({ left, allowed }: Budget): number =>
  allowed === 0 ? 0 : Math.floor((Math.max(left, 0) / allowed) * 100);

/** The part of a budget that is left; of one that is used up, by how much. */
export function budgetText({ left, allowed }: Budget): string {
  if (left < 0) return `used up, ${rounded(allowed - left)} of ${rounded(allowed)}`;
  return `${leftPercent({ left, allowed })} % (${rounded(left)} of ${rounded(allowed)})`;
}
