import type { CanonicalType, DecimalType } from '../canonical';

/**
 * Whether a type is the promised one, not a wider one: the kinds are equal, and every size that the promise states. Both are read by the
 * platform's words, so that its aliases are one type.
 */
export function isExactly(promised: CanonicalType, found: CanonicalType): boolean {
  if (promised.kind !== found.kind) return false;
  if (promised.kind === 'decimal') return sameDigits(promised, found as DecimalType);
  const [one, other] = [promised, found] as [Members, Members];
  const isSame = MEMBERS.every(
    (name) => one[name] === undefined || one[name] === Infinity || one[name] === other[name],
  );
  return isSame && isSameNested(promised, found);
}

/** Members of the kinds of types, each of which has few: what the promise does not state, or leaves without a limit, is not compared. */
const MEMBERS = ['low', 'high', 'bits', 'length', 'padded', 'zone', 'fraction', 'name'] as const;

type Members = Partial<Readonly<Record<(typeof MEMBERS)[number], unknown>>>;

function isSizeIn(promised: number, found: number): boolean {
  return promised === Infinity || promised === found;
}

/** A default is no stated size, unless both are defaults of their words. */
function sameDigits(promised: DecimalType, found: DecimalType): boolean {
  if (promised.byDefault && !found.byDefault) return true;
  return isSizeIn(promised.whole, found.whole) && isSizeIn(promised.scale, found.scale);
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
