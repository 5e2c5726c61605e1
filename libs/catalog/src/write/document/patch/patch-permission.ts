import type { Operation } from '@app/common';
import type { EntityType } from '../../../definition/entity-type';
import { OWN_DESCRIPTION } from '../change-description';

/** An operation of a JSON Patch, as far as it says what it would change. */
interface PatchStep {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
}

const BY_MEMBER: Readonly<Record<string, Operation>> = {
  description: 'EditDescription',
  tags: 'EditTags',
  owners: 'EditOwners',
};

/** What a patch asks for by its paths alone, before it is applied to anything: for the refusal of those who may change nothing. */
export function operationsOfPatch(entityType: EntityType, patch: readonly PatchStep[]): Operation[] {
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
  const named = BY_MEMBER[member];
  if (named) return named;
  const ofPart = below.find((step) => step === 'description' || step === 'tags');
  return (entityType.attributes[member]?.parts && ofPart && BY_MEMBER[ofPart]) || 'EditAll';
}
