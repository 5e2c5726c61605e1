import { invalidFields, isObject } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { COMPATIBILITY_MODES } from '@app/contracts';
import type { CompatibilityMode } from '@app/contracts';

export interface CheckRequest {
  readonly document: unknown;
  readonly mode: CompatibilityMode;
}

const MEMBERS = ['document', 'mode'];

/** The body of a compatibility check; mode is backward by default. @throws {AppError} BAD_REQUEST that names all that is wrong */
export function readCheck(body: unknown): CheckRequest {
  const { document, mode, ...others } = (isObject(body) ? body : {}) as Readonly<Record<string, unknown>>;
  const faults: ErrorDetail[] = Object.keys(others).map((field) => ({
    field,
    message: `is not known here; known: ${MEMBERS.join(', ')}`,
  }));
  if (document === undefined || document === null)
    faults.push({ field: 'document', message: 'is required: the proposed contract' });
  if (mode !== undefined && mode !== null && !isMode(mode)) {
    const allowed = COMPATIBILITY_MODES.join(', ');
    faults.push({ field: 'mode', message: `must be one of ${allowed}; got ${JSON.stringify(mode).slice(0, 100)}` });
  }
  if (faults.length > 0) throw invalidFields(faults);
  return { document, mode: isMode(mode) ? mode : 'backward' };
}

function isMode(word: unknown): word is CompatibilityMode {
  return (COMPATIBILITY_MODES as readonly unknown[]).includes(word);
}
