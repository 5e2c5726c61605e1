import type { TimeSlice } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import { createBodySchema } from '../schema/entity-body';
import { SHARED_PARTS } from '../schema/shared-parts';
import { EmptyArrays } from '../document/empty-arrays';
import { patchDocument } from '../document/patch/json-patch';
import type { PatchOperation } from '../document/patch/patch-operation';
import type { EntityDocument } from '../definition/entity-document';
import { compatibleDocument } from './compatible-document';
import { turnBack } from './turn-back';

/** Whether the operation neither names nor reads anything below a member of the document, as most do. */
const isOfMember = ({ op, path }: PatchOperation): boolean =>
  (op === 'add' || op === 'replace' || op === 'remove') && !path.includes('/', 1);

/** The document with a patch applied to it, or to what the OpenMetadata API shows of it. */
export async function patchedAs(
  entityType: EntityType,
  document: EntityDocument,
  operations: readonly PatchOperation[],
  { compatible = false, slice }: { readonly compatible?: boolean; readonly slice: TimeSlice },
): Promise<EntityDocument> {
  const shown = compatible ? compatibleDocument(entityType, document) : document;
  const patched = compatible ? structuredClone(shown) : document;
  await slice.turn();
  const arrays = new EmptyArrays(SHARED_PARTS, !operations.every(isOfMember));
  arrays.add(patched, createBodySchema(entityType));
  await slice.turn();
  patchDocument(patched, operations);
  await slice.turn();
  arrays.remove(patched);
  await slice.turn();
  return compatible ? carriedOver(entityType, document, turnBack(document, shown, patched) as EntityDocument) : patched;
}

function carriedOver({ compatible }: EntityType, before: EntityDocument, after: EntityDocument): EntityDocument {
  const carried = Object.entries(compatible.keptByPut ?? {}).flatMap(([attribute, carry]) =>
    typeof carry === 'function' && after[attribute] !== undefined
      ? [[attribute, carry(before[attribute], after[attribute])] as const]
      : [],
  );
  return carried.length ? { ...after, ...Object.fromEntries(carried) } : after;
}
