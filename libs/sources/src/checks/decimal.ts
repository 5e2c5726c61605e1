/** An exact decimal: units × 10^-scale. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Beyond it a number of a few characters would become a text of megabytes. */
const MOST_DIGITS = 1_000;

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d{1,6}))?$/i;

/** Reads `12.50`, `-3`, `1e-3`; undefined where the text is no number. */
export function parseDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim();
  const [, digits, exponent] = NUMBER.exec(trimmed) ?? [];
  if (digits === undefined) return undefined;
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = fraction.length - Number(exponent ?? 0);
  if (whole.length + fraction.length > MOST_DIGITS || Math.abs(scale) > MOST_DIGITS) return undefined;
  const units = BigInt(`${trimmed.startsWith('-') ? '-' : ''}${whole}${fraction}`);
  return normal(scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale });
}

/** Without zeros at the end of the fraction. */
function normal({ units, scale }: Decimal): Decimal {
  let [rest, places] = [units, scale];
  while (places > 0 && rest % 10n === 0n) [rest, places] = [rest / 10n, places - 1];
  return { units: rest, scale: places };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = [scaled(a, b.scale), scaled(b, a.scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const scaled = ({ units, scale }: Decimal, other: number): bigint => units * 10n ** BigInt(Math.max(0, other - scale));

/** Plain digits, without an exponent: `-0.05`, `12`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale ? `.${digits.slice(digits.length - scale)}` : ''}`;
}

/** The next number of so many digits after the point, in the direction. */
export function roundDecimal(value: Decimal, places: number, direction: 'up' | 'down'): Decimal {
  if (value.scale <= places) return value;
  const unit = 10n ** BigInt(value.scale - places);
  const rest = ((value.units % unit) + unit) % unit;
  const down = (value.units - rest) / unit;
  return normal({ units: direction === 'up' && rest !== 0n ? down + 1n : down, scale: places });
}

export const decimalOf = (units: bigint, scale = 0): Decimal => normal({ units, scale });

/** A number as every engine's spelling of it reads: `12.50` and `12.5`, `1e+21` and `1E21` are one. */
export function plainNumber(text: string, isExact: boolean): string {
  if (!isExact) return /^-?inf/i.test(text) ? text : String(Number(text));
  const read = parseDecimal(text);
  return read ? decimalText(read) : text;
}
