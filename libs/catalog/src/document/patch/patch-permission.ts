import type { Operation } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import { OPERATION_OF, OWN_DESCRIPTION } from '../change-description';
import type { PatchOperation } from './patch-operation';

/**
 * The operations that a patch requires, derived from its paths before it is applied: for an early rejection of callers without any
 * permission.
 */
export function operationsOfPatch(entityType: EntityType, patch: readonly PatchOperation[]): Operation[] {
  const asked = patch.flatMap(({ op, path, from }) => {
    if (op === 'test') return [];
    return op === 'move' && from !== undefined ? [from, path] : [path];
  });
  const operations = new Set(asked.map((path) => operationAt(entityType, path)));
  return operations.size ? [...operations] : ['EditAll'];
}

function operationAt(entityType: EntityType, path: string): Operation {
  const [member = '', ...below] = path.slice(1).split('/');
  if (entityType.type === 'user' && OWN_DESCRIPTION.has(member)) return 'EditDescription';
  const named = OPERATION_OF[member];
  if (named) return named;
  const ofPart = below.find((step) => step === 'description' || step === 'tags');
  return (entityType.attributes[member]?.parts && ofPart && OPERATION_OF[ofPart]) || 'EditAll';
}
