import { component, flag, integer, list, text } from '../http/schemas';

const TEXTS = list(text);

/** The findings of a check of a document, in the shape of this service or in that of OpenMetadata. */
export const DOCUMENT_CHECK = component('DocumentCheck', {
  valid: flag,
  'errors?': {
    type: 'array',
    description: 'Absent in the shape of OpenMetadata',
    items: component('DocumentFault', { field: text, message: text }),
  },
  'warnings?': {
    type: 'array',
    description: 'Columns whose types differ from the asset: the contract is valid, and would fail',
    items: component('DocumentFault', { field: text, message: text }),
  },
  'schemaValidation?': component(
    'DocumentSchemaCheck',
    {
      passed: integer,
      failed: integer,
      total: integer,
      failedFields: TEXTS,
      duplicateFields: TEXTS,
      typeMismatchFields: TEXTS,
    },
    'In the shape of OpenMetadata alone, as the lists below',
  ),
  'entityErrors?': { ...TEXTS, description: 'About the contract itself' },
  'constraintErrors?': { ...TEXTS, description: 'About its requirements' },
});
