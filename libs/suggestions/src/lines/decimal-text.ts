/** Digits of a rounded bound: what lies beyond them is an artefact of binary arithmetic. */
const DIGITS = 15;

/** A finite number in decimal digits, without an exponent. */
export function decimalText(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const shift = Number(exponent);
  if (shift === 0) return String(value === 0 ? 0 : value);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A range, widened by a tenth of its width on both sides; not below zero where nothing was. */
export function widened(low: number, high: number): readonly [low: number, high: number] {
  const margin = 0.1 * (high - low);
  const below = low - margin;
  return [low >= 0 ? Math.max(0, below) : below, high + margin];
}

/** The text of a bound; rounded if it then still includes all observed values. */
export function boundText(bound: number, seen: number, side: 'low' | 'high'): string {
  const rounded = Number(bound.toPrecision(DIGITS));
  const isOutside = side === 'low' ? rounded <= seen : rounded >= seen;
  return decimalText(isOutside ? rounded : bound);
}
