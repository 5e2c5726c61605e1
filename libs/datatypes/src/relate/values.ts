import { type CanonicalType, isByte, type OfKind, type SizedType, type Zone } from '../canonical';
import type { Platform } from '../platforms/platform';
import { otherKind } from './nouns';

/** The loss where text or bytes were promised; undefined if there is none. */
export function sizedLoss(promised: SizedType, found: CanonicalType): string | undefined {
  if (promised.kind === 'text' && found.kind === 'enum') return enumLoss(promised, found);
  if (found.kind !== promised.kind) return otherKind(promised, found);
  if (promised.length !== Infinity && found.length < promised.length)
    return `${found.length} ${promised.kind === 'text' ? 'characters' : 'bytes'} instead of ${promised.length}`;
  if (!found.padded || promised.padded) return undefined;
  return promised.kind === 'text' ? 'it pads with blanks' : 'it pads with zeros';
}

/** Every driver returns text; a list of values is a limit, which a promise without a length does not exclude. */
function enumLoss(promised: SizedType, found: CanonicalType): string | undefined {
  return promised.length === Infinity ? undefined : otherKind(promised, found);
}

export function booleanLoss(promised: CanonicalType, found: CanonicalType, platform: Platform): string | undefined {
  if (found.kind === 'boolean') return undefined;
  const isBoolean = platform.byteIsBoolean && found.kind === 'int' && isByte(found);
  if (!isBoolean) return otherKind(promised, found);
  return (found.width ?? 1) === 1 ? undefined : `a number by its width of ${found.width}, not a boolean`;
}

/** A day is a moment of it. */
export function dateLoss(promised: CanonicalType, found: CanonicalType): string | undefined {
  return found.kind === 'date' || found.kind === 'moment' ? undefined : otherKind(promised, found);
}

export function momentLoss(promised: OfKind<'moment'>, found: CanonicalType): string | undefined {
  if (found.kind === 'date') return 'no time of day';
  if (found.kind !== 'moment') return otherKind(promised, found);
  const zone = zoneLoss(promised.zone, found.zone);
  if (zone !== undefined || promised.fraction === undefined || found.fraction === undefined) return zone;
  if (found.fraction >= promised.fraction) return undefined;
  return `${found.fraction} digits of a second instead of ${promised.fraction}`;
}

export function timeLoss(promised: OfKind<'time'>, found: CanonicalType): string | undefined {
  return found.kind === 'time' ? zoneLoss(promised.zone, found.zone) : otherKind(promised, found);
}

function zoneLoss(promised: Zone | undefined, found: Zone | undefined): string | undefined {
  if (promised === undefined || promised === found) return undefined;
  if (promised === 'with') return found === undefined ? 'no time zone is known' : 'no time zone';
  return found === undefined ? 'whether it has a time zone is not known' : 'it has a time zone';
}

export function jsonLoss(promised: OfKind<'json'>, found: CanonicalType): string | undefined {
  const isJson = found.kind === 'json' || (found.kind === 'text' && found.holdsJson);
  return isJson ? undefined : otherKind(promised, found);
}

/** Values that only the promise lists are lost; case is that of the connector. */
export function listedLoss(promised: OfKind<'enum'>, found: CanonicalType): string | undefined {
  if (found.kind !== 'enum') return otherKind(promised, found);
  if (!promised.values || !found.values) return undefined;
  const listed = new Set(found.values.map((value) => value.toLowerCase()));
  const lost = promised.values.find((value) => !listed.has(value.toLowerCase()));
  return lost === undefined ? undefined : `the value ${lost} is not listed`;
}
