import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { CONCERNED_SCHEMA } from '../../governance/consumer.examples';

type SchemaObject = ApiResponseSchemaHost['schema'];

const CHANGES: SchemaObject = {
  type: 'array',
  items: {
    title: 'ContractChange',
    type: 'object',
    required: ['path', 'compatibility', 'reason'],
    properties: {
      path: { type: 'string', description: 'By names: schema.address.zip.dataType' },
      from: { description: 'Absent where it was added' },
      to: { description: 'Absent where it was removed' },
      compatibility: { type: 'string', enum: ['breaking', 'compatible', 'info'] },
      reason: { type: 'string' },
    },
  },
};

const compatible: SchemaObject = { type: 'boolean', description: 'Nothing of the changes is breaking' };

export const COMPARISON_SCHEMA: SchemaObject = {
  title: 'ContractComparison',
  type: 'object',
  required: ['from', 'compatible', 'changes'],
  properties: {
    from: { type: 'number', description: 'Version' },
    to: { type: 'number', description: 'Version; absent for a proposed document' },
    compatible,
    changes: CHANGES,
  },
};

export const VERDICT_SCHEMA: SchemaObject = {
  title: 'ContractChangeVerdict',
  type: 'object',
  required: ['compatible', 'changes'],
  properties: { compatible, changes: CHANGES, consumers: CONCERNED_SCHEMA },
};

export const CHANGES_EXAMPLE = [
  {
    path: 'schema.discount',
    from: { name: 'discount', dataType: 'DECIMAL' },
    compatibility: 'breaking',
    reason: 'the column is removed',
  },
];
