import { badRequest, conflict, type AppError } from '@app/common';
import { PatchBudget } from './patch-budget';
import type { PatchOperation } from './patch-operation';
import { PatchTarget } from './patch-target';

class TestFailed extends Error {}

type Document = Record<string, unknown>;
type Apply = (document: Document, operation: PatchOperation, budget: PatchBudget) => void;

/** Implementation of each operation. Patch values are copied, because the patch may be applied again to a re-read document. */
const APPLY: Readonly<Record<string, Apply>> = {
  add: (document, { path, value }, budget) => PatchTarget.find(document, path, budget).add(budget.clone(value)),
  replace: (document, { path, value }, budget) => PatchTarget.find(document, path, budget).replace(budget.clone(value)),
  remove: (document, { path }, budget) => void PatchTarget.find(document, path, budget).remove(),
  copy: (document, { path, from = '' }, budget) => {
    const { value } = PatchTarget.find(document, from, budget);
    PatchTarget.find(document, path, budget).add(budget.copy(value));
  },
  move: (document, { path, from = '' }, budget) => {
    if (path.startsWith(`${from}/`))
      throw new Error(`a value cannot be moved into itself (from ${from.slice(0, 200)})`);
    const value = PatchTarget.find(document, from, budget).remove();
    PatchTarget.find(document, path, budget).add(value);
  },
  test: (document, { path, value }, budget) => {
    const target = PatchTarget.find(document, path, budget);
    if (!target.isThere || !budget.equal(target.value, value)) throw new TestFailed();
  },
};

/**
 * Applies an RFC 6902 patch to a document in place. The total work is bounded, see PatchBudget.
 * @throws {AppError} BAD_REQUEST if an operation is not applicable, CONFLICT if a `test` fails; each names the operation
 */
export function patchDocument(document: Document, operations: readonly PatchOperation[]): void {
  const budget = new PatchBudget();
  for (const [i, operation] of operations.entries()) {
    try {
      APPLY[operation.op]?.(document, operation, budget);
    } catch (error) {
      throw patchFault(error as Error, operation, i);
    }
  }
}

function patchFault(error: Error, { op, path }: PatchOperation, i: number): AppError {
  const where = `operation ${i} (${op} ${path.slice(0, 200)})`;
  if (error instanceof TestFailed) return conflict(`The test of ${where} failed: the document has another value there`);
  return badRequest(`The patch cannot be applied: ${where}: ${error.message}`, [
    { field: `[${i}]`, message: error.message },
  ]);
}
