import type { Json } from '../../document/json';
import { noCheckUnlessFound, pathInDocument, storedPath } from '../../promises/column-promises';
import type { PartitionPromise, PromisedColumn } from '../../promises/promise';
import type { PromiseKind } from '../../promises/promise-kind';

/** The asset is partitioned by the column: `partitioned` of a document, with `partitionKeyPosition`. */
export const PARTITION: PromiseKind<'partition'> = {
  kind: 'partition',
  members: [],
  compare: { with: 'document' },
  documentPath: pathInDocument,
};

const UNKNOWN = noCheckUnlessFound('The catalog has no partition of the asset');

/** @param at the path of the property */
export function partitionOf(
  { partitioned, partitionKeyPosition: position }: Json,
  at: string,
  column: PromisedColumn,
): readonly PartitionPromise[] {
  if (partitioned !== true) return [];
  // -1 is the default of the standard: none is said.
  const isSaid = typeof position === 'number' && position > 0;
  return [
    { kind: 'partition', path: storedPath(`${at}.partitioned`), column, ...(isSaid && { position }), ...UNKNOWN },
  ];
}
