import { type CanonicalType, type DecimalType, type IntegerType, isByte, type OfKind } from '../canonical';
import type { Platform } from '../platforms/platform';
import { otherKind } from './nouns';

/** The loss where an integer was promised; undefined if there is none. */
export function integerLoss(promised: IntegerType, found: CanonicalType, platform: Platform): string | undefined {
  if (found.kind === 'int') return rangeLoss(promised, found);
  if (found.kind === 'decimal' && platform.wholeNumbers) return wholeLoss(promised, found);
  if (found.kind === 'boolean' && platform.byteIsBoolean && isByte(promised)) return undefined;
  return otherKind(promised, found);
}

function rangeLoss({ low, high }: IntegerType, found: IntegerType): string | undefined {
  if (found.low === undefined || found.high === undefined || low === undefined || high === undefined) return undefined;
  if (low < 0n && found.low >= 0n) return 'it has no negative numbers';
  if (high > found.high) return `its largest number is ${found.high}, not ${high}`;
  return low < found.low ? `its smallest number is ${found.low}, not ${low}` : undefined;
}

/** Whole numbers stored as decimals: digits for the largest one, and none after the point that is known of. */
export function wholeLoss({ high }: IntegerType, found: DecimalType): string | undefined {
  if (found.scale !== 0 && found.scale !== Infinity) return fractionLoss(found);
  const digits = high === undefined ? 0 : String(high).length;
  if (found.whole >= digits) return undefined;
  const advice = digits - found.whole === 1 ? `; declare NUMBER(${digits},0) or promise NUMBER(${found.whole},0)` : '';
  return `${found.whole} digits do not hold ${high}${advice}`;
}

function fractionLoss({ scale }: DecimalType): string {
  return scale > 0
    ? `${scale} digits after the point: it may hold fractions`
    : 'the last digits before the point are rounded';
}

export function decimalLoss(promised: DecimalType, type: CanonicalType, platform: Platform): string | undefined {
  const found = platform.wholeNumbers && type.kind === 'int' ? asDecimal(type) : type;
  if (found.kind !== 'decimal') return otherKind(promised, found);
  const lost = [
    lacks(promised.whole, found.whole) && `${found.whole} digits before the point instead of ${promised.whole}`,
    lacks(promised.scale, found.scale) && `${count(found.scale)} after it instead of ${count(promised.scale)}`,
  ].filter((text) => text !== false);
  if (lost.length) return lost.join(', ').replace(/^(\S+) after it/, '$1 digits after the point');
  return signLoss(promised, found);
}

/** The decimal that meets a promised integer where integers are decimals: the digits of its largest number. */
function asDecimal({ high }: IntegerType): DecimalType {
  return { kind: 'decimal', whole: high === undefined ? Infinity : String(high).length, scale: 0 };
}

export function floatLoss(promised: OfKind<'float'>, found: CanonicalType): string | undefined {
  if (found.kind !== 'float') return otherKind(promised, found);
  if (found.bits < promised.bits) return `${found.bits} bits instead of ${promised.bits}`;
  return signLoss(promised, found);
}

function signLoss(promised: { unsigned?: true }, found: { unsigned?: true }): string | undefined {
  return found.unsigned && !promised.unsigned ? 'it has no negative numbers' : undefined;
}

function lacks(promised: number, found: number): boolean {
  return promised !== Infinity && found < promised;
}

function count(digits: number): string {
  return digits === 0 ? 'none' : String(digits);
}
