/** Schemas of the answers, once for all types. */
export const BULK_SCHEMAS = {
  BulkRowError: {
    type: 'object',
    required: ['code', 'errorType', 'message'],
    properties: {
      code: { type: 'integer', description: 'The status that a PUT of this row alone would have had' },
      errorType: { type: 'string' },
      message: { type: 'string' },
      details: { type: 'array', items: { type: 'object' } },
    },
  },
  BulkOperationResult: {
    type: 'object',
    required: ['status', 'numberOfRowsProcessed', 'numberOfRowsPassed', 'numberOfRowsFailed'],
    properties: {
      dryRun: { type: 'boolean' },
      status: { enum: ['success', 'partialSuccess', 'failure'] },
      numberOfRowsProcessed: { type: 'integer' },
      numberOfRowsPassed: { type: 'integer' },
      numberOfRowsFailed: { type: 'integer' },
      successRequest: { type: 'array', items: { $ref: '#/components/schemas/BulkResponse' } },
      failedRequest: { type: 'array', items: { $ref: '#/components/schemas/BulkResponse' } },
    },
  },
  BulkResponse: {
    type: 'object',
    properties: {
      request: { type: 'string', description: 'FQN of the entity; the name that was sent where the row was refused' },
      status: { type: 'integer' },
      message: { type: 'string' },
    },
  },
};
