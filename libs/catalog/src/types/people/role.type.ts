import { boolean, byRequest, defineEntityType, granting, inverse, many, readOnly } from '../../definition/build';

export const entityType = defineEntityType({
  type: 'role',
  collection: 'roles',
  description: 'A set of policies that users have together.',
  attributes: { allowDelete: readOnly(byRequest(boolean)), allowEdit: readOnly(byRequest(boolean)) },
  relations: {
    policies: granting(many('policy')),
    users: { ...inverse('roles', 'user'), readOnly: true },
    teams: { ...inverse('defaultRoles', 'team'), readOnly: true },
  },
  required: ['policies'],
  example: { name: 'QualityEngineer', policies: ['DataStewardPolicy'] },
});
