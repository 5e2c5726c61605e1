import {
  base,
  boolean,
  byRequest,
  counted,
  defineEntityType,
  granting,
  inverse,
  inverseOfAll,
  many,
  oneOf,
  part,
  text,
} from '../../definition/build';
import type { Attribute } from '../../definition/entity-type';
import { NOT_OF_PEOPLE } from './common';

const countMembers = (relation: string, type: string): Attribute =>
  counted(
    (isSeen) => `entity_reference m join entity x on x.node = m.from_node and x.deleted_by is null
      where m.to_node = e.node and m.relation = '${relation}' and x.type = '${type}' and ${isSeen('x')}`,
  );

export const teamType = defineEntityType({
  type: 'team',
  collection: 'teams',
  traits: { ownable: false, givesRights: true },
  lacking: NOT_OF_PEOPLE,
  description: 'A group of users. Its members own everything that the team owns.',
  attributes: {
    teamType: base(oneOf('Group', 'Department', 'Division', 'BusinessUnit', 'Organization')),
    email: base(text),
    isJoinable: base(boolean),
    externalId: byRequest(text),
    profile: byRequest(part('Profile')),
    defaultPersona: byRequest(text),
    childrenCount: countMembers('parents', 'team'),
    userCount: countMembers('teams', 'user'),
  },
  relations: {
    users: granting(inverse('teams', 'user')),
    parents: granting(many('team')),
    children: granting(inverse('parents', 'team')),
    defaultRoles: granting(many('role')),
    policies: granting(many('policy')),
    owns: { ...inverseOfAll('owners', 'ownable'), readOnly: true, large: true },
  },
  search: { index: 'team_search_index', otherwise: { isBot: false } },
  required: ['teamType'],
  example: { name: 'commerce', teamType: 'Group', displayName: 'Commerce' },
});
