import { array, base, boolean, byRequest, code, defineEntityType, oneOf, part, text } from '../../definition/build';
import { COLUMN_DATA_TYPES } from '../../schema/closed-lists';

const PLATFORMS = ['OpenMetadata', 'GreatExpectations', 'dbt', 'Deequ', 'Soda', 'Other'];
const DIMENSIONS = [
  'Completeness',
  'Accuracy',
  'Consistency',
  'Validity',
  'Uniqueness',
  'Integrity',
  'SQL',
  'NoDimension',
];

export const testDefinitionType = defineEntityType({
  type: 'testDefinition',
  collection: 'dataQuality/testDefinitions',
  description: 'A kind of test that tables or columns can be put to.',
  attributes: {
    entityType: base(oneOf('TABLE', 'COLUMN')),
    testPlatforms: base({ ...array(oneOf(...PLATFORMS)), minItems: 1 }),
    supportedDataTypes: base(array({ type: 'string', anyCase: COLUMN_DATA_TYPES })),
    parameterDefinition: base(array(part('TestCaseParameter'))),
    dataQualityDimension: base(oneOf(...DIMENSIONS)),
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
  required: ['entityType', 'testPlatforms'],
  example: {
    name: 'columnValuesToBeBankAccounts',
    description: 'Every value is the number of a bank account',
    entityType: 'COLUMN',
    testPlatforms: ['Other'],
  },
});
