import { entityTypes, TABLE_HEADERS } from '@app/catalog';
import { component, flag, list, object, oneOf, text } from '../../http/schemas';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const LINE = { type: 'integer', description: 'Line of the CSV, or index of the table in the JSON list; from 1' };
const REASON = {
  field: { ...text, description: 'Header of the cell, or path in the JSON body' },
  message: { ...text, description: 'What is wrong and what is allowed' },
};
const TABLE_FAULT = component('ImportFault', {
  ...{ line: LINE, 'table?': { ...text, description: 'FQN of the table' }, ...REASON },
});
const ROW_FAULT = component('RowImportFault', {
  ...{ line: LINE, ...REASON, 'entity?': { ...text, description: 'FQN of the entity' } },
});

const report = (what: 'Tables' | 'Entities', fault: object) => ({
  dryRun: flag,
  rows: count('Rows of the file without its header; of a JSON body its tables'),
  created: count(`${what} that were new`),
  updated: count(`${what} that were changed`),
  unchanged: count(`${what} without a change in the file`),
  failed: count(`${what} that are as they were`),
  errors: { type: 'array', maxItems: 1000, items: fault },
  'errorsLeftOut?': count('Errors beyond the first 1,000'),
});

/** The same by rows, under the names that clients of OpenMetadata know. */
const ROW_COUNTS = {
  status: oneOf(['success', 'partialSuccess', 'failure']),
  numberOfRowsProcessed: count('The same as rows'),
  numberOfRowsPassed: count('Rows of the tables that passed'),
  numberOfRowsFailed: count('Rows of the tables that failed'),
};

/** The answer of an import. */
export const REPORT_SCHEMA = component('ImportReport', report('Tables', TABLE_FAULT));
/** The answer of an import under a name. */
export const NAMED_REPORT_SCHEMA = component('NamedImportReport', { ...report('Tables', TABLE_FAULT), ...ROW_COUNTS });
/** The answer of an import of rows under a name. */
export const ROW_REPORT_SCHEMA = component('RowImportReport', { ...report('Entities', ROW_FAULT), ...ROW_COUNTS });

export const REPORT = { dryRun: false, rows: 3, created: 1, updated: 0, unchanged: 0, failed: 0, errors: [] };

export const MIXED_REPORT = {
  ...REPORT,
  rows: 4,
  failed: 1,
  errors: [
    {
      line: 5,
      table: 'shop_postgres.shop.public.refunds',
      field: 'column.dataLength',
      message: 'must be an integer; got "long"',
    },
  ],
};

export const TABLES_SCHEMA = object({ tables: list({ $ref: '#/components/schemas/CreateTable' }) });

export const TABLES = { tables: [entityTypes.get('table').example] };

export const CSV_SCHEMA = { type: 'string', description: `RFC 4180 with the headers ${TABLE_HEADERS.join(', ')}` };

const row = (cells: Readonly<Record<string, string>>): string =>
  TABLE_HEADERS.map((header) => cells[header] ?? '').join(',');

export const CSV = [
  TABLE_HEADERS.join(','),
  row({
    databaseSchema: 'shop_postgres.shop.public',
    table: 'orders',
    description: 'One row for each order',
    column: 'order_id',
    'column.dataType': 'BIGINT',
    'column.constraint': 'PRIMARY_KEY',
  }),
  row({ databaseSchema: 'shop_postgres.shop.public', table: 'orders', column: 'note', 'column.dataType': 'TEXT' }),
  '',
].join('\r\n');
