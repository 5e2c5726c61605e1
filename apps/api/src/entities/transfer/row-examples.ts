import { headersOf, type RowLayout } from '@app/catalog';

interface RowFile {
  /** The end of the ids of the operations, behind their verb. */
  readonly id: string;
  readonly what: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly fault: { readonly line: number; readonly entity: string; readonly field: string; readonly message: string };
}

/** The description of each file in the API document, by the type of its rows. */
export const ROW_FILES: Readonly<Record<RowLayout['type'], RowFile>> = {
  glossaryTerm: {
    id: 'GlossaryTerms',
    what: 'the terms of a glossary',
    rows: [
      {
        name: 'order',
        description: 'What a customer buys at once',
        synonyms: 'purchase;sale',
        owners: 'team:commerce',
      },
      { name: 'refund', parent: 'commerce.order', description: 'Money given back', tags: 'Classification:PII.None' },
    ],
    fault: {
      ...{ line: 3, entity: 'commerce.order.refund', field: 'entityStatus' },
      message: 'must be one of Draft, In Review, Approved, Deprecated, Rejected, Unprocessed; got "Done"',
    },
  },
  team: {
    id: 'Teams',
    what: 'the teams below a team',
    rows: [
      { name: 'commerce', teamType: 'Department', parents: 'Organization', isJoinable: 'true' },
      { name: 'orders', teamType: 'Group', parents: 'commerce', defaultRoles: 'DataConsumer' },
    ],
    fault: { line: 3, entity: 'orders', field: 'parents', message: 'sales does not lie in the team Organization' },
  },
  user: {
    id: 'Users',
    what: 'the users of a team',
    rows: [
      { name: 'dana', email: 'dana@example.com', displayName: 'Dana', teams: 'commerce', roles: 'DataSteward' },
      { name: 'kim', email: 'kim@example.com', isAdmin: 'false', teams: 'commerce;orders' },
    ],
    fault: { line: 3, entity: 'kim', field: 'teams', message: 'does not name commerce' },
  },
  testCase: {
    id: 'TestCases',
    what: 'the test cases of a table and of its columns',
    rows: [
      {
        name: 'order_id_is_unique',
        entityLink: '<#E::table::shop_postgres.shop.public.orders::columns::order_id>',
        testDefinition: 'columnValuesToBeUnique',
      },
      {
        name: 'has_rows',
        entityLink: '<#E::table::shop_postgres.shop.public.orders>',
        testDefinition: 'tableRowCountToBeBetween',
        parameterValues: 'minValue=1;maxValue=1000000',
      },
    ],
    fault: {
      ...{ line: 3, entity: 'shop_postgres.shop.public.orders.has_rows', field: 'parameterValues' },
      message: 'must be name=value, as minValue=5; got "1"',
    },
  },
};

/** A file as an export gives it. */
export function csvExample(layout: RowLayout): string {
  const headers = headersOf(layout);
  const rows = ROW_FILES[layout.type].rows.map((row) => headers.map((header) => row[header] ?? '').join(','));
  return [headers.join(','), ...rows, ''].join('\r\n');
}
