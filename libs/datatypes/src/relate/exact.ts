import type { CanonicalType, DecimalType } from '../canonical';

/**
 * Whether a type is the promised one, not a wider one: the kinds are equal, and every size that the promise states. Both are read by the
 * platform's words, so that its aliases are one type.
 */
export function isExactly(promised: CanonicalType, found: CanonicalType): boolean {
  if (promised.kind === 'decimal') return found.kind === 'decimal' && sameDigits(promised, found);
  if (promised.kind === 'text' || promised.kind === 'bytes') return isSameSized(promised, found);
  if (promised.kind !== found.kind) return false;
  if (promised.kind === 'int' && found.kind === 'int')
    return isStatedIn(promised.low, found.low) && isStatedIn(promised.high, found.high);
  if (promised.kind === 'float' && found.kind === 'float') return promised.bits === found.bits;
  if (promised.kind === 'time' && found.kind === 'time') return isStatedIn(promised.zone, found.zone);
  if (promised.kind === 'moment' && found.kind === 'moment')
    return isStatedIn(promised.zone, found.zone) && isStatedIn(promised.fraction, found.fraction);
  if (promised.kind === 'word' && found.kind === 'word') return promised.name === found.name;
  return isSameNested(promised, found);
}

function isStatedIn<Value>(promised: Value | undefined, found: Value | undefined): boolean {
  return promised === undefined || promised === found;
}

function isSizeIn(promised: number, found: number): boolean {
  return promised === Infinity || promised === found;
}

/** A default is no stated size, unless both are defaults of their words. */
function sameDigits(promised: DecimalType, found: DecimalType): boolean {
  if (promised.byDefault && !found.byDefault) return true;
  return isSizeIn(promised.whole, found.whole) && isSizeIn(promised.scale, found.scale);
}

function isSameSized(promised: CanonicalType, found: CanonicalType): boolean {
  if (promised.kind === 'text' && found.kind === 'text')
    return promised.padded === found.padded && isSizeIn(promised.length, found.length);
  if (promised.kind === 'bytes' && found.kind === 'bytes')
    return promised.padded === found.padded && isSizeIn(promised.length, found.length);
  return false;
}

function isSameNested(promised: CanonicalType, found: CanonicalType): boolean {
  if (promised.kind === 'array' && found.kind === 'array') return isSamePart(promised.element, found.element);
  if (promised.kind === 'map' && found.kind === 'map')
    return isSamePart(promised.key, found.key) && isSamePart(promised.value, found.value);
  if (promised.kind !== 'struct' || found.kind !== 'struct') return true;
  const fields = new Map(found.fields?.map(({ name, type }) => [name.toLowerCase(), type]));
  return (promised.fields ?? []).every(({ name, type }) => isSamePart(type, fields.get(name.toLowerCase())));
}

/** A part that only one side states is not compared. */
function isSamePart(promised: CanonicalType | undefined, found: CanonicalType | undefined): boolean {
  return !promised || !found || isExactly(promised, found);
}
