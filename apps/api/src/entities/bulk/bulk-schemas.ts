import { flag, integer, list, object, text } from '../../http/schemas';

/** Schemas of the answers, once for all types. */
export const BULK_SCHEMAS = {
  BulkRowError: object({
    code: { type: 'integer', description: 'HTTP status of this row' },
    errorType: text,
    message: text,
    'details?': list({ type: 'object' }),
  }),
  BulkOperationResult: object({
    'dryRun?': flag,
    status: { enum: ['success', 'partialSuccess', 'failure'] },
    numberOfRowsProcessed: integer,
    numberOfRowsPassed: integer,
    numberOfRowsFailed: integer,
    'successRequest?': list({ $ref: '#/components/schemas/BulkResponse' }),
    'failedRequest?': list({ $ref: '#/components/schemas/BulkResponse' }),
  }),
  BulkResponse: object({
    'request?': { type: 'string', description: 'FQN of the entity; the name that was sent where the row was refused' },
    'status?': integer,
    'message?': text,
  }),
};
