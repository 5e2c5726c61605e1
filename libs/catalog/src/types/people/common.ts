import { SHIPPED_ROLES } from '@app/auth/pure';
import { boolean, computed } from '../../definition/build';
import type { Attribute } from '../../definition/entity-type';

/** Ids of the roles and policies of every installation. */
export const SHIPPED_IDS: readonly string[] = SHIPPED_ROLES.flatMap(({ id, policy }) => [id, policy.id]);

const isShipped = `e.id = any('{${SHIPPED_IDS.join()}}'::uuid[])`;

/** Whether an administrator may delete or change a role or policy. */
export const EDITABLE: Readonly<Record<string, Attribute>> = {
  allowDelete: computed(boolean, `to_jsonb(not ${isShipped})`),
  allowEdit: computed(boolean, `to_jsonb(true)`),
};
/**
 * Members of every other type that people and what gives them rights do not have: they are no data, no user follows them, and no user
 * reviews them.
 */
export const NOT_OF_PEOPLE: readonly string[] = [
  'tags',
  'reviewers',
  'dataProducts',
  'followers',
  'extension',
  'lifeCycle',
];

/** Fields that users and roles lack besides: they have no owners. */
export const NOT_OWNED: readonly string[] = [...NOT_OF_PEOPLE, 'owners'];
