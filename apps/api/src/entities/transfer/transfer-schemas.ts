import { entityTypes, TABLE_HEADERS } from '@app/catalog';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

/** The answer of an import. */
export const REPORT_SCHEMA = {
  title: 'ImportReport',
  type: 'object',
  required: ['dryRun', 'rows', 'created', 'updated', 'unchanged', 'failed', 'errors'],
  properties: {
    dryRun: { type: 'boolean' },
    rows: count('Rows of the file without its header; of a JSON body its tables'),
    created: count('Tables that were new'),
    updated: count('Tables that were changed'),
    unchanged: count('Tables that were already what the file says'),
    failed: count('Tables that are as they were'),
    errors: {
      type: 'array',
      maxItems: 1000,
      items: {
        title: 'ImportFault',
        type: 'object',
        required: ['line', 'field', 'message'],
        properties: {
          line: { type: 'integer', description: 'Line of the CSV, or place of the table in the JSON list; from 1' },
          table: { type: 'string', description: 'FQN of the table' },
          field: { type: 'string', description: 'Header of the cell, or path in the JSON body' },
          message: { type: 'string', description: 'What is wrong and what is allowed' },
        },
      },
    },
    errorsLeftOut: count('Errors beyond the first 1,000'),
  },
};

/** The answer of an import under a name. */
export const NAMED_REPORT_SCHEMA = {
  ...REPORT_SCHEMA,
  title: 'NamedImportReport',
  required: [...REPORT_SCHEMA.required, 'status', 'numberOfRowsProcessed', 'numberOfRowsPassed', 'numberOfRowsFailed'],
  properties: {
    ...REPORT_SCHEMA.properties,
    status: { type: 'string', enum: ['success', 'partialSuccess', 'failure'] },
    numberOfRowsProcessed: count('The same as rows'),
    numberOfRowsPassed: count('Rows of the tables that passed'),
    numberOfRowsFailed: count('Rows of the tables that failed'),
  },
};

const { table: fqn, ...error } = REPORT_SCHEMA.properties.errors.items.properties;

/** The answer of an import of rows under a name. */
export const ROW_REPORT_SCHEMA = {
  ...NAMED_REPORT_SCHEMA,
  title: 'RowImportReport',
  properties: {
    ...NAMED_REPORT_SCHEMA.properties,
    created: count('Entities that were new'),
    updated: count('Entities that were changed'),
    unchanged: count('Entities that were already what the file says'),
    failed: count('Entities that are as they were'),
    errors: {
      ...REPORT_SCHEMA.properties.errors,
      items: {
        ...REPORT_SCHEMA.properties.errors.items,
        title: 'RowImportFault',
        properties: { ...error, entity: { ...fqn, description: 'FQN of the entity' } },
      },
    },
  },
};

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

export const TABLES_SCHEMA = {
  type: 'object',
  required: ['tables'],
  properties: { tables: { type: 'array', items: { $ref: '#/components/schemas/CreateTable' } } },
};

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
