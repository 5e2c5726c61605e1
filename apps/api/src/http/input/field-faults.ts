import { childPath, type ErrorDetail } from '@app/common';
import type { ValidationError } from 'class-validator';

const UNKNOWN = 'whitelistValidation';

/** A step into a list is a number for class-validator, too, but written as text. */
function step(path: string, property: string, parent: unknown): string {
  return childPath(path, Array.isArray(parent) ? Number(property) : property);
}

function messageOf({ constraints = {} }: ValidationError): string {
  if (UNKNOWN in constraints) return 'is not a known property here';
  return [...new Set(Object.values(constraints))].join('; ');
}

/** What class-validator found, one entry per field, with the path of the field. */
export function fieldFaults(errors: readonly ValidationError[], path = '', parent?: unknown): ErrorDetail[] {
  return errors.flatMap((error) => {
    const field = step(path, error.property, parent ?? error.target);
    const own = error.constraints ? [{ field, message: messageOf(error) }] : [];
    return [...own, ...fieldFaults(error.children ?? [], field, error.value)];
  });
}
