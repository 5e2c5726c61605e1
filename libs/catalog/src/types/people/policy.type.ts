import { array, boolean, byRequest, defineEntityType, inverse, part, text } from '../../definition/build';
import { EDITABLE } from './shipped';

export const policyType = defineEntityType({
  type: 'policy',
  collection: 'policies',
  traits: { ownable: false },
  description: 'Rules that allow or deny operations on types of entities. Deny wins.',
  attributes: {
    rules: byRequest({ ...array(part('PolicyRule')), minItems: 1 }),
    enabled: byRequest(boolean),
    location: byRequest(text),
    ...EDITABLE,
  },
  relations: {
    roles: { ...inverse('policies', 'role'), readOnly: true },
    teams: { ...inverse('policies', 'team'), readOnly: true },
  },
  required: ['rules'],
  example: {
    name: 'ReadTablesPolicy',
    rules: [{ name: 'ReadTables', effect: 'allow', resources: ['table'], operations: ['ViewAll'] }],
  },
});
