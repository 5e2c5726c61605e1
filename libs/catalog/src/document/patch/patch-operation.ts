import { badRequest, invalidFields, isObject, MOST_FAULTS, type ErrorDetail } from '@app/common';

const NAMES = ['add', 'remove', 'replace', 'move', 'copy', 'test'];
/** Larger changes should use PUT with a new document. */
export const MOST_PATCH_OPERATIONS = 10_000;
/** Nesting limit of a document, see `parseStrictJson`. */
const MOST_STEPS = 64;

/** An operation of RFC 6902; `op` determines which optional members are present. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** Validates the operations of a patch, independent of a document. @throws {AppError} BAD_REQUEST naming every invalid member */
export function checkedPatch(patch: unknown): readonly PatchOperation[] {
  if (!Array.isArray(patch))
    throw badRequest(
      'A JSON Patch is an array of operations such as {"op": "replace", "path": "/description", "value": "…"}',
    );
  if (patch.length > MOST_PATCH_OPERATIONS)
    throw badRequest(`A patch has at most ${MOST_PATCH_OPERATIONS} operations, this one ${patch.length}`);
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
  const pathFault = pointerFault(path);
  const fromFault = op === 'move' || op === 'copy' ? pointerFault(from) : undefined;
  if (pathFault) faults.push({ field: `${at}.path`, message: pathFault });
  if (fromFault) faults.push({ field: `${at}.from`, message: fromFault });
  if ((op === 'add' || op === 'replace' || op === 'test') && !('value' in operation))
    faults.push({ field: `${at}.value`, message: 'is required' });
  return faults;
}

/** Validates a pointer independent of a document; the empty pointer names the whole document, which requires a PUT. */
function pointerFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length === 1)
    return 'must be a JSON Pointer such as /columns/0/description';
  return isDeeper(value) ? `names a place deeper than the ${MOST_STEPS} levels that a document can have` : undefined;
}

/** Counts without splitting the pointer, which may be as long as the body. */
function isDeeper(pointer: string): boolean {
  let at = -1;
  for (let steps = 0; steps <= MOST_STEPS; steps++) {
    at = pointer.indexOf('/', at + 1);
    if (at < 0) return false;
  }
  return true;
}
