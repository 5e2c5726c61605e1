import type { Asset } from '../../api/assets';
import { useGrantsOn } from '../../api/permissions';
import { EDITED_PARTS, type EditedPart } from '../../search-parameters';
import { hasPart, PARTS } from './parts';

/** Rights by which parts of an asset are changed; who has the last one has all. */
const RIGHTS = ['EditDescription', 'EditOwners', 'EditTags', 'EditAll'] as const;
type EditRight = (typeof RIGHTS)[number];

export interface EditRights {
  readonly may: (right: EditRight) => boolean;
  readonly mayEdit: (part: EditedPart) => boolean;
  /** Those that the reader lacks; none until it is known, and none of what is deleted. */
  readonly lacked: readonly EditRight[];
  /** Whether any part can be changed at all, by those who have the right. */
  readonly isEditable: boolean;
}

/** Reads what the signed-in user may change of an asset. */
export function useEditRights(type: string, { id, deleted }: Asset): EditRights {
  const isEditable = deleted !== true && EDITED_PARTS.some((part) => hasPart(type, part));
  const asked = isEditable ? id : undefined;
  const grants = useGrantsOn(type, asked);
  const may = (right: EditRight) => grants?.(right) ?? false;
  const lacked = grants ? RIGHTS.filter((right) => !grants(right)) : [];
  const mayEdit = (part: EditedPart) => hasPart(type, part) && may(PARTS[part].operation);
  return { may, mayEdit, lacked, isEditable };
}
