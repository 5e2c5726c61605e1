import { defineEntityType, giving, granting, inverse, many } from '../../definition/build';
import { EDITABLE, NOT_OWNED } from './common';

export const roleType = defineEntityType({
  type: 'role',
  collection: 'roles',
  traits: { ownable: false },
  lacking: NOT_OWNED,
  description: 'A set of policies that users have together.',
  attributes: EDITABLE,
  relations: {
    policies: granting(many('policy')),
    users: giving({ ...inverse('roles', 'user'), readOnly: true }),
    teams: giving({ ...inverse('defaultRoles', 'team'), readOnly: true }),
  },
  required: ['policies'],
  example: { name: 'QualityEngineer', policies: ['DataStewardPolicy'] },
});
