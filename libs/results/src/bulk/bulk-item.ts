import { invalidFields, isUuid } from '@app/common';
import type { AppError } from '@app/common';
import { readResultDocument } from '../document/result-document';
import type { ResultDocument } from '../document/result-document';

/** A row as sent, or its parse error. */
export type SentRow = { readonly value: unknown } | { readonly fault: AppError };

/** A valid row; whether its contract exists is checked later. */
export interface BulkItem {
  readonly contract: { readonly id: string } | { readonly fqn: string };
  readonly result: ResultDocument;
}

/** @throws {AppError} BAD_REQUEST naming every invalid field */
export function readBulkItem(row: SentRow): BulkItem {
  if ('fault' in row) throw row.fault;
  const { value } = row;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidFields([{ field: '', message: 'must be an object: a result with contractId or contractFQN' }]);
  }
  const { contractId, contractFQN, ...result } = value as Record<string, unknown>;
  return {
    contract: readContract(contractId ?? undefined, contractFQN ?? undefined),
    result: readResultDocument(result),
  };
}

function readContract(id: unknown, fqn: unknown): BulkItem['contract'] {
  if ((id === undefined) === (fqn === undefined)) {
    throw invalidFields([{ field: 'contractId', message: 'send exactly one of contractId and contractFQN' }]);
  }
  if (id !== undefined) {
    if (isUuid(id)) return { id: id.toLowerCase() };
    throw invalidFields([{ field: 'contractId', message: 'must be a UUID' }]);
  }
  if (typeof fqn === 'string' && fqn !== '') return { fqn };
  throw invalidFields([{ field: 'contractFQN', message: 'must be the fully qualified name of a contract' }]);
}
