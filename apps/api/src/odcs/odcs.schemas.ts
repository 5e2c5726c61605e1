import { NOT_EVALUATED_REASONS } from '@app/contracts';
import { DOCUMENT_CHECK } from '../contracts/document-check';
import { component, flag, integer, list, oneOf, text, uuid } from '../http/schemas';

const TEXTS = list(text);

export const DOCUMENT_SCHEMA = {
  title: 'OdcsDocument',
  type: 'object' as const,
  description: 'A document of the Open Data Contract Standard, 2.2 to 3.2',
  additionalProperties: true,
};

const CHANGES = list(component('OdcsDocumentNote', { path: text, message: text }));

/** The report of an import: what became of the parts of a document. */
export const REPORT_SCHEMA = component('OdcsImportReport', {
  mapped: { ...TEXTS, description: 'Other paths that the contract has' },
  notJudged: list(
    component('OdcsPromiseNotJudged', { path: text, reason: oneOf(NOT_EVALUATED_REASONS) }),
    'Promises that results list as not evaluated, whether or not the contract has a member for them',
  ),
  kept: { ...TEXTS, description: 'Paths that only the stored document has, each with all below it' },
  notUnderstood: { ...CHANGES, description: 'Parts that are known and could not be read' },
  'changed?': { ...CHANGES, description: 'Repairs that made the document valid' },
});

export const PARSED_SCHEMA = component('OdcsSummary', {
  'name?': text,
  'version?': text,
  'status?': text,
  schemaObjects: { ...TEXTS, description: 'Their names' },
  hasMultipleObjects: flag,
});

export const VERDICT_SCHEMA = {
  ...DOCUMENT_CHECK,
  title: 'OdcsDocumentCheck',
  properties: { ...DOCUMENT_CHECK.properties, odcsImportReport: REPORT_SCHEMA },
};

const reference = (title: string, word: string) =>
  component(title, { id: uuid, [word]: text, fullyQualifiedName: text });

export const BULK_SCHEMA = component('OdcsBulkReport', {
  total: integer,
  created: integer,
  failed: integer,
  results: {
    type: 'array',
    description: 'In the order of the document',
    items: component('OdcsBulkOutcome', {
      object: { ...text, description: 'Its name' },
      status: { ...integer, description: 'As a POST of it alone would answer' },
      'asset?': reference('OdcsBulkAsset', 'type'),
      'contract?': reference('OdcsBulkContract', 'name'),
      'odcsImportReport?': REPORT_SCHEMA,
      'error?': text,
    }),
  },
});
