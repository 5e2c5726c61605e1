import {
  array,
  base,
  boolean,
  byRequest,
  code,
  columnDataType,
  defineEntityType,
  oneOf,
  part,
  text,
} from '../../definition/build';
import { COLUMN_DATA_TYPES, QUALITY_DIMENSIONS, TEST_PLATFORMS } from '../../definition/closed-lists';

export const testDefinitionType = defineEntityType({
  type: 'testDefinition',
  collection: 'dataQuality/testDefinitions',
  description: 'A kind of test of tables or columns.',
  attributes: {
    entityType: base(oneOf('TABLE', 'COLUMN')),
    testPlatforms: base({ ...array(oneOf(...TEST_PLATFORMS)), minItems: 1 }),
    supportedDataTypes: base(array(columnDataType)),
    parameterDefinition: base(array(part('TestCaseParameter'))),
    dataQualityDimension: base(oneOf(...QUALITY_DIMENSIONS)),
    provider: base(oneOf('system', 'user', 'automation')),
    enabled: base(boolean),
    supportedServices: byRequest(array(text)),
    sqlExpression: byRequest(code),
    validatorClass: byRequest(text),
    supportsRowLevelPassedFailed: byRequest(boolean),
    supportsDynamicAssertion: byRequest(boolean),
  },
  compatible: {
    without: ['tags', 'reviewers', 'dataProducts', 'followers', 'extension', 'lifeCycle'],
    always: ['validatorClass'],
  },
  filters: {
    entityType: {
      condition: `e.body ->> 'entityType' = $::text`,
      description: 'Only those for tables, or for columns.',
      words: ['TABLE', 'COLUMN'],
    },
    testPlatform: {
      condition: `e.body -> 'testPlatforms' ? $::text`,
      description: 'Only those that this platform runs.',
      words: TEST_PLATFORMS,
    },
    supportedDataType: {
      condition: `e.body -> 'supportedDataTypes' ? $::text`,
      description: 'Only those for columns of this type.',
      words: COLUMN_DATA_TYPES,
    },
    enabled: {
      condition: `coalesce((e.body -> 'enabled')::boolean, true) = $::boolean`,
      description: 'true: only those that are in use; false: only the others.',
      words: ['true', 'false'],
    },
  },
  required: ['entityType', 'testPlatforms'],
  example: {
    name: 'columnValuesToBeBankAccounts',
    description: 'Every value is the number of a bank account',
    entityType: 'COLUMN',
    testPlatforms: ['Other'],
  },
});
