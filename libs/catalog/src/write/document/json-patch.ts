import { badRequest, conflict, invalidFields } from '@app/common';
import type { AppError, ErrorDetail } from '@app/common';
import { applyPatch, getValueByPointer, JsonPatchError } from 'fast-json-patch';
import type { Operation } from 'fast-json-patch';

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** An insertion at the front of a long array moves all that follows: some seconds for so many of them. */
const MOST_OPERATIONS = 10_000;
/** Each copy of a value into itself doubles it. What a patch copies counts like a body: 10 MiB of JSON. */
const MOST_COPIED = 10 * 1024 * 1024;

/**
 * Applies the operations of an RFC 6902 patch to a document, in place.
 * @throws {AppError} BAD_REQUEST where one does not fit, CONFLICT where a `test` fails; each names the operation
 */
export function patchDocument(document: Record<string, unknown>, operations: readonly Operation[]): void {
  let copied = 0;
  for (const [i, operation] of operations.entries()) {
    try {
      if (operation.op === 'copy') copied += sizeAt(document, operation.from);
      if (copied > MOST_COPIED) throw new Error(`the patch copies more than ${MOST_COPIED} bytes`);
      applyPatch(document, [operation], true, true, true);
    } catch (error) {
      throw patchFault(error, operation, i);
    }
  }
}

/** The operations of a patch: what of it can be checked without a document. @throws {AppError} BAD_REQUEST where it is malformed */
export function checkedPatch(patch: unknown): Operation[] {
  if (!Array.isArray(patch))
    throw badRequest(
      'A JSON Patch is an array of operations such as {"op": "replace", "path": "/description", "value": "…"}',
    );
  if (patch.length > MOST_OPERATIONS)
    throw badRequest(`A patch has at most ${MOST_OPERATIONS} operations, this one ${patch.length}`);
  const faults = patch.flatMap((operation: unknown, i) => operationFaults(operation, i));
  if (faults.length) throw invalidFields(faults);
  return patch as Operation[];
}

function operationFaults(operation: unknown, i: number): ErrorDetail[] {
  if (typeof operation !== 'object' || operation === null)
    return [{ field: `[${i}]`, message: 'must be an object with op and path' }];
  const { op, path, from } = operation as Record<string, unknown>;
  const faults: ErrorDetail[] = [];
  if (!OPERATIONS.includes(op as string))
    faults.push({ field: `[${i}].op`, message: `must be one of ${OPERATIONS.join(', ')}` });
  if (!isPointer(path))
    faults.push({ field: `[${i}].path`, message: 'must be a JSON Pointer such as /columns/0/description' });
  if ((op === 'move' || op === 'copy') && !isPointer(from))
    faults.push({ field: `[${i}].from`, message: 'must be a JSON Pointer' });
  if ((op === 'add' || op === 'replace' || op === 'test') && !('value' in operation))
    faults.push({ field: `[${i}].value`, message: 'is required' });
  return faults;
}

function sizeAt(document: Record<string, unknown>, pointer: string): number {
  return JSON.stringify(getValueByPointer(document, pointer) ?? null).length;
}

function isPointer(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('/') && value.length > 1;
}

function patchFault(error: unknown, operation: Operation, i: number): AppError {
  const where = `operation ${i} (${operation.op} ${operation.path})`;
  if (error instanceof JsonPatchError && error.name === 'TEST_OPERATION_FAILED') {
    return conflict(`The test of ${where} failed: the document has another value there`);
  }
  const why = error instanceof Error ? error.message.split('\n')[0] : 'it does not fit the document';
  return badRequest(`The patch cannot be applied: ${where}: ${why}`, [{ field: `[${i}]`, message: String(why) }]);
}
