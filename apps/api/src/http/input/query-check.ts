import { type ErrorDetail, invalidFields } from '@app/common';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { checkDto } from './dto-check';

const KNOWN = new WeakMap<Type, readonly string[]>();

/** The names of all parameters that a query class declares. */
function knownParameters(dto: Type): readonly string[] {
  const known = KNOWN.get(dto) ?? [
    ...new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(dto, '', false, false)
        .map(({ propertyName }) => propertyName),
    ),
  ];
  KNOWN.set(dto, known);
  return known;
}

function unknownOnes(query: object, known: readonly string[]): ErrorDetail[] {
  const list = known.length > 0 ? known.join(', ') : 'none';
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `is not a query parameter of this route; known: ${list}` }));
}

function repeatedOnes(query: object): ErrorDetail[] {
  return Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .map(([field, value]) => ({ field, message: `is given ${(value as unknown[]).length} times; it may stand once` }));
}

/** @throws {AppError} BAD_REQUEST that names every parameter which is unknown, repeated or not allowed */
export function checkQuery<T extends object>(dto: Type<T>, query: object): T {
  const bad = [...unknownOnes(query, knownParameters(dto)), ...repeatedOnes(query)];
  const names = new Set(bad.map(({ field }) => field));
  const rest = Object.entries(query).filter(([name]) => !names.has(name));
  const { value, faults } = checkDto(dto, Object.fromEntries(rest));
  // A parameter that was refused already counts as given: it is not missing on top.
  const all = [...bad, ...faults.filter(({ field }) => !names.has(field))];
  if (all.length > 0) throw invalidFields(all);
  return value;
}
