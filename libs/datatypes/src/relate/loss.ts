import type { CanonicalType, OfKind, StructField } from '../canonical';
import type { Platform } from '../platforms/platform';
import type { PromisedType } from '../read/logical-type';
import { logicalLoss } from './logical-loss';
import { otherKind } from './nouns';
import { decimalLoss, floatLoss, integerLoss } from './numbers';
import { booleanLoss, dateLoss, jsonLoss, listedLoss, momentLoss, sizedLoss, timeLoss } from './values';

/**
 * The loss of a reader of the promised type with the found one; undefined if nothing: every value that the promise allows is a value of
 * what is found, and of the promised kind. What the promise does not state cannot be lost.
 */
export function lossOf(promised: PromisedType, found: CanonicalType, platform: Platform): string | undefined {
  switch (promised.kind) {
    case 'logical':
      return logicalLoss(promised, found, platform, lossOf);
    case 'int':
      return integerLoss(promised, found, platform);
    case 'decimal':
      return decimalLoss(promised, found, platform);
    case 'float':
      return floatLoss(promised, found);
    case 'text':
    case 'bytes':
      return sizedLoss(promised, found);
    case 'boolean':
      return booleanLoss(promised, found, platform);
    case 'date':
      return dateLoss(promised, found);
    case 'moment':
      return momentLoss(promised, found);
    case 'time':
      return timeLoss(promised, found);
    case 'json':
      return jsonLoss(promised, found);
    case 'enum':
      return listedLoss(promised, found);
    case 'uuid':
      return found.kind === 'uuid' ? undefined : otherKind(promised, found);
    case 'word':
      return found.kind === 'word' && found.name === promised.name ? undefined : otherKind(promised, found);
    case 'array':
      return arrayLoss(promised, found, platform);
    case 'struct':
      return structLoss(promised, found, platform);
    case 'map':
      return mapLoss(promised, found, platform);
  }
}

function arrayLoss(promised: OfKind<'array'>, found: CanonicalType, platform: Platform): string | undefined {
  if (found.kind !== 'array')
    return found.kind === 'word' ? otherKind(promised, found) : 'one value, many are promised';
  if (!promised.element || found.open) return undefined;
  if (!found.element) return 'what its elements are is not known';
  const lost = lossOf(promised.element, found.element, platform);
  return lost === undefined ? undefined : `elements: ${lost}`;
}

function structLoss(promised: OfKind<'struct'>, found: CanonicalType, platform: Platform): string | undefined {
  if (found.kind !== 'struct') return otherKind(promised, found);
  if (found.open || !promised.fields) return undefined;
  const fields = fieldsByName(found.fields);
  for (const { name, type } of promised.fields) {
    const field = fields.get(name) ?? fields.get(name.toLowerCase());
    if (!field) return `no field ${name}`;
    const lost = lossOf(type, field, platform);
    if (lost !== undefined) return `field ${name}: ${lost}`;
  }
  return undefined;
}

/** By name, and by its lower case: connectors change the case of displays. */
function fieldsByName(fields: readonly StructField[] = []): Map<string, CanonicalType> {
  const lower = fields.map(({ name, type }) => [name.toLowerCase(), type] as const);
  return new Map([...lower, ...fields.map(({ name, type }) => [name, type] as const)]);
}

function mapLoss(promised: OfKind<'map'>, found: CanonicalType, platform: Platform): string | undefined {
  if (found.kind !== 'map') return otherKind(promised, found);
  for (const part of ['key', 'value'] as const) {
    const [from, to] = [promised[part], found[part]];
    const lost = from && to && lossOf(from, to, platform);
    if (lost !== undefined) return `${part}s: ${lost}`;
  }
  return undefined;
}
