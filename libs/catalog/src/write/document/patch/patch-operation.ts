import { badRequest, invalidFields, isObject, MOST_FAULTS } from '@app/common';
import type { ErrorDetail } from '@app/common';

const NAMES = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
/** A patch that changes more is a new document, which a PUT takes. */
const MOST_OPERATIONS = 10_000;

/** An operation of RFC 6902; which of the optional members it has, depends on `op`. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** The operations of a patch, not yet held against any document. @throws {AppError} BAD_REQUEST that names every wrong member */
export function checkedPatch(patch: unknown): readonly PatchOperation[] {
  if (!Array.isArray(patch))
    throw badRequest(
      'A JSON Patch is an array of operations such as {"op": "replace", "path": "/description", "value": "…"}',
    );
  if (patch.length > MOST_OPERATIONS)
    throw badRequest(`A patch has at most ${MOST_OPERATIONS} operations, this one ${patch.length}`);
  const faults: ErrorDetail[] = [];
  for (const [i, operation] of patch.entries()) {
    if (faults.length <= MOST_FAULTS) faults.push(...operationFaults(operation, `[${i}]`));
  }
  if (faults.length) throw invalidFields(faults);
  return patch as PatchOperation[];
}

function operationFaults(operation: unknown, at: string): ErrorDetail[] {
  if (!isObject(operation)) return [{ field: at, message: 'must be an object with op and path' }];
  const { op, path, from } = operation;
  const faults: ErrorDetail[] = [];
  if (!NAMES.includes(op as string)) faults.push({ field: `${at}.op`, message: `must be one of ${NAMES.join(', ')}` });
  if (!isPointer(path))
    faults.push({ field: `${at}.path`, message: 'must be a JSON Pointer such as /columns/0/description' });
  if ((op === 'move' || op === 'copy') && !isPointer(from))
    faults.push({ field: `${at}.from`, message: 'must be a JSON Pointer' });
  if ((op === 'add' || op === 'replace' || op === 'test') && !('value' in operation))
    faults.push({ field: `${at}.value`, message: 'is required' });
  return faults;
}

/** The empty pointer names the whole document, which is replaced by a PUT, not by a patch. */
function isPointer(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('/') && value.length > 1;
}
