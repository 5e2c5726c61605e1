import { EXECUTION_STATUSES } from '@app/results';
import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type SchemaObject = ApiResponseSchemaHost['schema'];

const count: SchemaObject = { type: 'integer', minimum: 0 };
const counts = { passed: count, failed: count, total: count };
const flag: SchemaObject = { type: 'boolean' };

/** The result of one validation. */
export const RESULT_SCHEMA: SchemaObject = {
  title: 'DataContractResult',
  type: 'object',
  required: ['timestamp', 'contractExecutionStatus'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    dataContractFQN: { type: 'string' },
    timestamp: { type: 'integer', format: 'int64', description: 'Epoch milliseconds' },
    contractExecutionStatus: { type: 'string', enum: [...EXECUTION_STATUSES] },
    result: { type: 'string' },
    schemaValidation: {
      type: 'object',
      properties: { ...counts, failedFields: { type: 'array', items: { type: 'string' } } },
    },
    semanticsValidation: {
      type: 'object',
      properties: {
        ...counts,
        failedRules: {
          type: 'array',
          items: { type: 'object', properties: { ruleName: { type: 'string' }, reason: { type: 'string' } } },
        },
      },
    },
    qualityValidation: {
      type: 'object',
      properties: { ...counts, qualityScore: { type: 'number', minimum: 0, maximum: 100 } },
    },
    slaValidation: {
      type: 'object',
      properties: { refreshFrequencyMet: flag, latencyMet: flag, availabilityMet: flag },
    },
    executionTime: { type: 'integer', minimum: 0, description: 'Milliseconds' },
  },
};

export const LIST_SCHEMA: SchemaObject = {
  type: 'object',
  required: ['data', 'paging'],
  properties: {
    data: { type: 'array', items: RESULT_SCHEMA },
    paging: {
      type: 'object',
      required: ['total'],
      properties: { total: count, before: { type: 'string' }, after: { type: 'string' } },
    },
  },
};
