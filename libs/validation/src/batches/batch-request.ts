import { badRequest, invalidFields, isUuid } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { FieldReader } from '@app/results';

/** Maximum number of contracts per batch. */
export const MAX_CONTRACTS = 100_000;

/** Selects contracts; all conditions must hold. Owner by id or FQN, the others by FQN or name. */
export interface BatchFilter {
  readonly domain?: string;
  readonly owner?: string;
  readonly tag?: string;
  readonly entityType?: string;
  readonly status?: string;
}

export const BATCH_FILTERS = ['domain', 'owner', 'tag', 'entityType', 'status'] as const;

/** The contracts of a batch: listed explicitly (duplicates removed), or selected by a filter. */
export type BatchRequest = { readonly contractIds: readonly string[] } | { readonly filter: BatchFilter };

/** @throws {AppError} BAD_REQUEST naming every invalid field */
export function readBatchRequest(body: unknown): BatchRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('The body must be a JSON object with either contractIds or filter');
  }
  const faults: ErrorDetail[] = [];
  const reader = new FieldReader(body as Record<string, unknown>, '', faults);
  const hasIds = reader.has('contractIds');
  const hasFilter = reader.has('filter');
  const contractIds = hasIds ? readIds(reader) : undefined;
  const filter = hasFilter ? readFilter(reader) : undefined;
  reader.take('contractIds', 'an array', (value) => value);
  reader.take('filter', 'an object', (value) => value);
  reader.refuseOthers();
  if (faults.length > 0) throw invalidFields(faults);
  if (hasIds === hasFilter) {
    throw badRequest(`The body has ${hasIds ? 'both' : 'neither'} contractIds and filter; send exactly one of them`);
  }
  return contractIds ? { contractIds: [...new Set(contractIds)] } : { filter: filter ?? {} };
}

function readIds(reader: FieldReader): string[] | undefined {
  const ids = reader.list('contractIds', 'UUIDs of contracts', (value) =>
    isUuid(value) ? value.toLowerCase() : undefined,
  );
  if (ids && (ids.length < 1 || ids.length > MAX_CONTRACTS)) {
    reader.fault('contractIds', `must have 1 to ${MAX_CONTRACTS} ids, and has ${ids.length}`);
  }
  return ids;
}

function readFilter(reader: FieldReader): BatchFilter | undefined {
  const filter = reader.child('filter');
  if (!filter) return undefined;
  const read: Record<string, string | undefined> = {};
  for (const name of BATCH_FILTERS) read[name] = filter.text(name);
  const { entityType } = read;
  if (entityType !== undefined && !CONTRACT_SUBJECTS.includes(entityType)) {
    filter.fault('entityType', `must be one of ${CONTRACT_SUBJECTS.join(', ')}`);
  }
  filter.refuseOthers();
  return read;
}
