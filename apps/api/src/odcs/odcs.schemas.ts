import { DOCUMENT_CHECK } from '../contracts/document-check';

const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const COUNT = { type: 'integer' };

export const DOCUMENT_SCHEMA = {
  title: 'OdcsDocument',
  type: 'object' as const,
  description: 'A document of the Open Data Contract Standard, 2.2 to 3.2',
  additionalProperties: true,
};

const CHANGES = {
  type: 'array',
  items: {
    title: 'OdcsDocumentNote',
    type: 'object',
    required: ['path', 'message'],
    properties: { path: TEXT, message: TEXT },
  },
};

/** The report of an import: what became of the parts of a document. */
export const REPORT_SCHEMA = {
  title: 'OdcsImportReport',
  type: 'object' as const,
  required: ['mapped', 'kept', 'notUnderstood'],
  properties: {
    mapped: { ...TEXTS, description: 'Paths that the contract has' },
    kept: { ...TEXTS, description: 'Paths that only the stored document has, each with all below it' },
    notUnderstood: { ...CHANGES, description: 'Parts that are known and could not be read' },
    changed: { ...CHANGES, description: 'Repairs that made the document valid' },
  },
};

export const PARSED_SCHEMA = {
  title: 'OdcsSummary',
  type: 'object',
  required: ['schemaObjects', 'hasMultipleObjects'],
  properties: {
    ...{ name: TEXT, version: TEXT, status: TEXT },
    schemaObjects: { ...TEXTS, description: 'Their names' },
    hasMultipleObjects: { type: 'boolean' },
  },
};

export const VERDICT_SCHEMA = {
  ...DOCUMENT_CHECK,
  title: 'OdcsDocumentCheck',
  properties: { ...DOCUMENT_CHECK.properties, odcsImportReport: REPORT_SCHEMA },
};

const reference = (title: string, word: string): object => ({
  title,
  type: 'object',
  required: ['id', word, 'fullyQualifiedName'],
  properties: { id: { type: 'string', format: 'uuid' }, [word]: TEXT, fullyQualifiedName: TEXT },
});

export const BULK_SCHEMA = {
  title: 'OdcsBulkReport',
  type: 'object',
  required: ['total', 'created', 'failed', 'results'],
  properties: {
    ...{ total: COUNT, created: COUNT, failed: COUNT },
    results: {
      type: 'array',
      description: 'In the order of the document',
      items: {
        title: 'OdcsBulkOutcome',
        type: 'object',
        required: ['object', 'status'],
        properties: {
          object: { ...TEXT, description: 'Its name' },
          status: { ...COUNT, description: 'As a POST of it alone would answer' },
          asset: reference('OdcsBulkAsset', 'type'),
          contract: reference('OdcsBulkContract', 'name'),
          odcsImportReport: REPORT_SCHEMA,
          error: TEXT,
        },
      },
    },
  },
};
