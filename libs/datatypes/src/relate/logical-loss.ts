import type { CanonicalType } from '../canonical';
import type { Platform } from '../platforms/platform';
import { floatBitsOf, type LogicalType, type PromisedType, rangeOf } from '../read/logical-type';
import { otherKind } from './nouns';
import { integerLoss, wholeLoss } from './numbers';
import { booleanLoss, dateLoss, momentLoss, timeLoss } from './values';

type Loss = (promised: PromisedType, found: CanonicalType, platform: Platform) => string | undefined;

/**
 * The loss where the logicalType of ODCS alone was promised: a class of types, narrowed by its options. Options about values (maxLength,
 * pattern …) promise no type.
 */
export function logicalLoss(
  promised: LogicalType,
  found: CanonicalType,
  platform: Platform,
  lossOf: Loss,
): string | undefined {
  const kept = (isKept: boolean): string | undefined => (isKept ? undefined : otherKind(promised, found));
  switch (promised.word) {
    case 'integer':
      return wholeNumberLoss(promised, found, platform);
    case 'number':
      return numberLoss(promised, found);
    case 'string':
      return kept(isString(promised, found));
    case 'boolean':
      return booleanLoss({ kind: 'boolean' }, found, platform);
    case 'date':
      return dateLoss({ kind: 'date' }, found);
    case 'timestamp':
      return momentLoss({ kind: 'moment', ...zoned(promised) }, found);
    case 'time':
      return timeLoss({ kind: 'time', ...zoned(promised) }, found);
    case 'object':
      return kept(isObjectType(found));
    case 'array':
      return listLoss(promised, found, platform, lossOf);
    // Words of other standards are noted, too; each has become a dataType of one kind.
    default:
      return kept(found.kind === 'word');
  }
}

function zoned({ timezone }: LogicalType): { readonly zone?: 'with' } {
  return timezone ? { zone: 'with' } : {};
}

function wholeNumberLoss(promised: LogicalType, found: CanonicalType, platform: Platform): string | undefined {
  const range = rangeOf(promised);
  if (found.kind === 'int') return integerLoss(range, found, platform);
  if (found.kind !== 'decimal') return otherKind(promised, found);
  // Any platform: a decimal of scale 0 is a whole number. One of no stated scale is where the platform has no other integers.
  if (found.scale === Infinity && !platform.wholeNumbers) return 'it may hold fractions';
  return wholeLoss(range, found);
}

function numberLoss(promised: LogicalType, found: CanonicalType): string | undefined {
  if (found.kind === 'int' || found.kind === 'decimal') return undefined;
  if (found.kind !== 'float' || promised.format === 'exact') return otherKind(promised, found);
  const bits = floatBitsOf(promised);
  return bits === undefined || found.bits >= bits ? undefined : `${found.bits} bits instead of ${bits}`;
}

/** Text, and what has no logicalType of its own. */
function isString({ format }: LogicalType, { kind }: CanonicalType): boolean {
  return ['text', 'enum', 'uuid', 'word'].includes(kind) || (kind === 'bytes' && format === 'binary');
}

function isObjectType(found: CanonicalType): boolean {
  return ['struct', 'map', 'json'].includes(found.kind) || (found.kind === 'text' && found.holdsJson === true);
}

function listLoss(promised: LogicalType, found: CanonicalType, platform: Platform, lossOf: Loss): string | undefined {
  if (found.kind === 'json' && found.open) return undefined;
  if (found.kind !== 'array') return otherKind(promised, found);
  if (!promised.items || found.open) return undefined;
  if (!found.element) return 'what its elements are is not known';
  const lost = lossOf(promised.items, found.element, platform);
  return lost === undefined ? undefined : `elements: ${lost}`;
}
