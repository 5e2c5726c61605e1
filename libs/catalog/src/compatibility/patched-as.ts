import { compatibleDocument } from './compatible-document';
import { turnBack } from './turn-back';
import type { EntityType } from '../definition/entity-type';
import { createBodySchema } from '../schema/entity-body';
import { SHARED_PARTS } from '../schema/shared-parts';
import type { EntityDocument } from '../write/entity-behaviour';
import { EmptyArrays } from '../write/document/empty-arrays';
import { patchDocument } from '../write/document/patch/json-patch';
import type { PatchOperation } from '../write/document/patch/patch-operation';

/** The document with a patch applied to it, or to what the OpenMetadata API shows of it. */
export function patchedAs(
  entityType: EntityType,
  document: EntityDocument,
  operations: readonly PatchOperation[],
  compatible = false,
): EntityDocument {
  const shown = compatible ? compatibleDocument(entityType, document) : document;
  const patched = compatible ? structuredClone(shown) : document;
  const arrays = new EmptyArrays(SHARED_PARTS);
  arrays.add(patched, createBodySchema(entityType));
  patchDocument(patched, operations);
  arrays.remove(patched);
  return compatible ? (turnBack(document, shown, patched) as EntityDocument) : patched;
}
