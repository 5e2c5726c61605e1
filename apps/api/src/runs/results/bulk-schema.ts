import { MAX_ROWS } from '@app/results';
import { RESULT_SCHEMA } from '../../results/result-schema';
import { PUSHED_RESULT, RESULT } from '../../results/result.examples';

const ROW = {
  allOf: [
    RESULT_SCHEMA,
    {
      type: 'object',
      description: 'Exactly one of the two names the contract',
      properties: { contractId: { type: 'string', format: 'uuid' }, contractFQN: { type: 'string' } },
    },
  ],
};

export const BULK_SCHEMA = {
  type: 'object',
  description: 'As NDJSON: one result a line, without the object around them.',
  required: ['results'],
  properties: { results: { type: 'array', minItems: 1, maxItems: MAX_ROWS, items: ROW } },
};

export const BULK_REQUEST = {
  results: [
    { contractId: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', ...PUSHED_RESULT },
    { contractFQN: 'shop.db.public.gone.dataContract_gone', ...PUSHED_RESULT },
  ],
};

export const BULK_ANSWER_SCHEMA = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      description: 'One outcome for each result, in the order sent',
      items: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer', description: '201 new, 200 replaced, else why not' },
          result: RESULT_SCHEMA,
          error: {
            type: 'object',
            properties: { code: { type: 'integer' }, errorType: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

const STORED = { status: 201, result: { id: RESULT.id, dataContractFQN: RESULT.dataContractFQN, ...PUSHED_RESULT } };

export const BULK_STORED = { results: [STORED] };

export const BULK_MIXED = {
  results: [
    STORED,
    {
      status: 404,
      error: {
        code: 404,
        errorType: 'NOT_FOUND',
        message: 'dataContract instance for shop.db.public.gone.dataContract_gone not found',
      },
    },
  ],
};
