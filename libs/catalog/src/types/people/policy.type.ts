import type { AccessRule, Operation } from '@app/common';
import { array, boolean, byRequest, defineEntityType, inverse, part, text } from '../../definition/build';
import { EDITABLE, NOT_OF_PEOPLE } from './common';

/** Operations that the OpenMetadata API does not have. */
const OWN_OPERATIONS: readonly string[] = [
  'HardDelete',
  'ViewSecrets',
  'Search',
  'ExportLineage',
  'ValidateContract',
  'ManageResults',
  'ConnectData',
  'CrawlData',
  'CheckData',
  'ManageContractPolicy',
  'ReviewContract',
  'OverrideConsent',
] satisfies readonly Operation[];

const withSharedOperations = ({ operations, ...rule }: AccessRule): AccessRule => ({
  ...rule,
  operations: operations.filter((operation) => !OWN_OPERATIONS.includes(operation)),
});

export const policyType = defineEntityType({
  type: 'policy',
  collection: 'policies',
  traits: { ownable: false, givesRights: true },
  lacking: NOT_OF_PEOPLE,
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
  compatible: {
    always: ['rules'],
    members: {
      rules: (rules: readonly AccessRule[]) =>
        rules.map(withSharedOperations).filter(({ operations }) => operations.length > 0),
    },
  },
  required: ['rules'],
  example: {
    name: 'ReadTablesPolicy',
    rules: [{ name: 'ReadTables', effect: 'allow', resources: ['table'], operations: ['ViewAll'] }],
  },
});
