const TEXTS = { type: 'array', items: { type: 'string' } };
const COUNT = { type: 'integer' };

/** The findings of a check of a document, in the shape of this service or in that of OpenMetadata. */
export const DOCUMENT_CHECK = {
  title: 'DocumentCheck',
  type: 'object',
  required: ['valid'],
  properties: {
    valid: { type: 'boolean' },
    errors: {
      type: 'array',
      description: 'Absent in the shape of OpenMetadata',
      items: {
        title: 'DocumentFault',
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    schemaValidation: {
      title: 'DocumentSchemaCheck',
      type: 'object',
      description: 'In the shape of OpenMetadata alone, as the lists below',
      required: ['passed', 'failed', 'total', 'failedFields', 'duplicateFields', 'typeMismatchFields'],
      properties: {
        ...{ passed: COUNT, failed: COUNT, total: COUNT },
        ...{ failedFields: TEXTS, duplicateFields: TEXTS, typeMismatchFields: TEXTS },
      },
    },
    entityErrors: { ...TEXTS, description: 'About the contract itself' },
    constraintErrors: { ...TEXTS, description: 'About what it demands' },
  },
} as const;
