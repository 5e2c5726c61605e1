import { defineEntityType, granting, inverse, many } from '../../definition/build';
import { EDITABLE, NOT_OWNED } from './common';

export const roleType = defineEntityType({
  type: 'role',
  collection: 'roles',
  traits: { ownable: false, givesRights: true },
  lacking: NOT_OWNED,
  description: 'A set of policies that users have together.',
  attributes: EDITABLE,
  relations: {
    policies: granting(many('policy')),
    users: { ...inverse('roles', 'user'), readOnly: true },
    teams: { ...inverse('defaultRoles', 'team'), readOnly: true },
  },
  required: ['policies'],
  example: { name: 'QualityEngineer', policies: ['DataStewardPolicy'] },
});
