import { randomUUID } from 'node:crypto';
import { conflict, type Actor, type AppError } from '@app/common';
import type { ExecutionStatus } from '../document/execution-status';
import type { ResultDocument } from '../document/result-document';
import type { FoundContract, NamedContract } from './contract-finder';
import type { StoredRow } from './result-write.repository';

/** A result to be stored with its contract, at its position in the request. */
export interface NamedEntry {
  readonly at: number;
  readonly contract: NamedContract;
  readonly result: ResultDocument;
  readonly sender: Pick<Actor, 'name' | 'origin'>;
}

/** The same, of a contract that was found. */
export interface BulkEntry extends NamedEntry {
  readonly contract: FoundContract;
}

export interface PlannedResult extends BulkEntry {
  readonly id: string;
  readonly isNew: boolean;
  /** Status of the stored result at its timestamp. */
  readonly replaced?: ExecutionStatus;
  /** False if a later result of the same request replaces it. */
  isKept: boolean;
}

/** The outcome of a request as if its results were stored one after the other. */
export interface BulkPlan {
  readonly results: readonly PlannedResult[];
  readonly refused: readonly { readonly at: number; readonly error: AppError }[];
  /** Stored results that are replaced. */
  readonly removed: readonly StoredRow[];
}

/** A result while the plan is computed: stored before, or part of the request. */
interface Place extends StoredRow {
  readonly planned?: PlannedResult;
}

const placeOf = ({ contract, timestamp }: Pick<StoredRow, 'contract' | 'timestamp'>) => `${contract} ${timestamp}`;

/**
 * A result with the same id or the same timestamp is replaced: the rules of a single push, applied to many in memory.
 */
export function planBulk(entries: readonly BulkEntry[], stored: readonly StoredRow[]): BulkPlan {
  const byPlace = new Map<string, Place>(stored.map((row) => [placeOf(row), row]));
  const byId = new Map<string, Place>(stored.map((row) => [row.id, row]));
  const results: PlannedResult[] = [];
  const refused: { at: number; error: AppError }[] = [];
  const removed: StoredRow[] = [];
  for (const entry of entries) {
    const place = { contract: entry.contract.node, timestamp: String(entry.result.timestamp) };
    const met = [byPlace.get(placeOf(place)), byId.get(entry.result.id ?? '')];
    const others = [...new Set(met.filter((row) => row !== undefined))];
    const error = others.map((row) => refusal(row, entry)).find((one) => one !== undefined);
    if (error) {
      refused.push({ at: entry.at, error });
      continue;
    }
    for (const row of others) {
      byPlace.delete(placeOf(row));
      byId.delete(row.id);
      if (row.planned) row.planned.isKept = false;
      else removed.push(row);
    }
    const id = entry.result.id ?? others[0]?.id ?? randomUUID();
    const [before] = met;
    const replaced = before?.planned ? before.planned.replaced : before?.status;
    const planned = { ...entry, id, isNew: others.length === 0, replaced, isKept: true };
    results.push(planned);
    const own: Place = { ...place, id, status: entry.result.status, origin: 'pushed', planned };
    byPlace.set(placeOf(own), own);
    byId.set(id, own);
  }
  return { results, refused, removed };
}

function refusal({ contract, id, timestamp, origin }: StoredRow, entry: BulkEntry): AppError | undefined {
  if (contract !== entry.contract.node) return conflict(`The id ${id} belongs to a result of another contract`);
  if (origin === 'pushed') return undefined;
  return conflict(`The result ${id} at ${timestamp} is of a validation run, which no pushed result replaces`);
}
