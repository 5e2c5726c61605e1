import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { CONCERNED_SCHEMA } from '../../governance/consumer.examples';
import { component, list, oneOf, text } from '../../http/schemas';

type SchemaObject = ApiResponseSchemaHost['schema'];

const CHANGES: SchemaObject = list(
  component('ContractChange', {
    path: { type: 'string', description: 'By names: schema.address.zip.dataType' },
    'from?': { description: 'Absent where it was added' },
    'to?': { description: 'Absent where it was removed' },
    compatibility: oneOf(['breaking', 'compatible', 'info']),
    reason: text,
  }),
);

const compatible: SchemaObject = { type: 'boolean', description: 'Nothing of the changes is breaking' };

export const COMPARISON_SCHEMA: SchemaObject = component('ContractComparison', {
  from: { type: 'number', description: 'Version' },
  'to?': { type: 'number', description: 'Version; absent for a proposed document' },
  compatible,
  changes: CHANGES,
});

export const VERDICT_SCHEMA: SchemaObject = component('ContractChangeVerdict', {
  compatible,
  changes: CHANGES,
  'consumers?': CONCERNED_SCHEMA,
});

export const CHANGES_EXAMPLE = [
  {
    path: 'schema.discount',
    from: { name: 'discount', dataType: 'DECIMAL' },
    compatibility: 'breaking',
    reason: 'the column is removed',
  },
];
