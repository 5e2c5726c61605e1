export const LIVE_SERVICE = 'shop_live';
export const LIVE_SCHEMA = `${LIVE_SERVICE}.shop.shop`;

/** A test case of the shop that runs, with what it comes to. */
export interface LiveCheck {
  readonly name: string;
  readonly table: string;
  readonly column?: string;
  readonly testDefinition: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Rows that fail; 0: it passes. */
  readonly failedRows: number;
}

const set = (...values: string[]): Readonly<Record<string, string>> => ({
  allowedValues: JSON.stringify(values),
  matchEnum: 'true',
});
const notNull = { testDefinition: 'columnValuesToBeNotNull' };
const unique = { testDefinition: 'columnValuesToBeUnique' };
const between = { testDefinition: 'columnValuesToBeBetween' };
const sql = (sqlExpression: string): Pick<LiveCheck, 'testDefinition' | 'parameters'> => ({
  testDefinition: 'tableCustomSQLQuery',
  parameters: { sqlExpression, strategy: 'ROWS', threshold: '0' },
});

/** Three of the faults in the rows fail a check of these; the others are left to users of the demo. */
export const LIVE_CHECKS: readonly LiveCheck[] = [
  { name: 'accounts_are_unique', table: 'customers', column: 'customer_id', ...unique, failedRows: 0 },
  { name: 'addresses_are_unique', table: 'customers', column: 'email', ...unique, failedRows: 0 },
  {
    ...{ name: 'addresses_are_addresses', table: 'customers', column: 'email', failedRows: 0 },
    ...{ testDefinition: 'columnValuesToMatchRegex', parameters: { regex: '^[^@ ]+@[^@ ]+$' } },
  },
  {
    ...{ name: 'countries_are_known', table: 'customers', column: 'country', failedRows: 0 },
    ...{ testDefinition: 'columnValuesToBeInSet', parameters: set('DE', 'FR', 'IT') },
  },
  {
    ...{ name: 'there_are_orders', table: 'orders', failedRows: 0 },
    ...{ testDefinition: 'tableRowCountToBeBetween', parameters: { minValue: '100' } },
  },
  { name: 'orders_are_unique', table: 'orders', column: 'order_id', ...unique, failedRows: 0 },
  { name: 'times_are_there', table: 'orders', column: 'ordered_at', ...notNull, failedRows: 0 },
  {
    ...{ name: 'totals_are_not_negative', table: 'orders', column: 'total', failedRows: 1 },
    ...{ ...between, parameters: { minValue: '0' } },
  },
  {
    ...{ name: 'quantities_are_sensible', table: 'order_items', column: 'quantity', failedRows: 0 },
    ...{ ...between, parameters: { minValue: '1', maxValue: '100' } },
  },
  {
    ...{ name: 'products_are_known', table: 'order_items', column: 'product', failedRows: 0 },
    ...{ testDefinition: 'columnValuesToBeInSet', parameters: set('lamp', 'chair', 'table') },
  },
  {
    ...{ name: 'items_belong_to_orders', table: 'order_items', failedRows: 1 },
    ...sql('SELECT i.order_id FROM {table} i LEFT JOIN orders o ON o.order_id = i.order_id WHERE o.order_id IS NULL'),
  },
  { name: 'payments_are_unique', table: 'payments', column: 'payment_id', ...unique, failedRows: 0 },
  { name: 'references_are_unique', table: 'payments', column: 'reference', ...unique, failedRows: 2 },
  {
    ...{ name: 'amounts_are_positive', table: 'payments', column: 'amount', failedRows: 0 },
    ...{ ...between, parameters: { minValue: '0.01' } },
  },
];

export const liveFqn = ({ table, column, name }: LiveCheck): string =>
  [LIVE_SCHEMA, table, ...(column === undefined ? [] : [column]), name].join('.');

/** Incidents, by their checks, with a known reason. */
export const RESOLUTIONS: Readonly<Record<string, object>> = {
  references_are_unique: {
    ...{ testCaseFailureReason: 'Duplicates', testCaseFailureComment: 'Paid twice; one of the two was paid back' },
  },
  items_belong_to_orders: {
    ...{
      testCaseFailureReason: 'MissingData',
      testCaseFailureComment: 'The order was removed by hand, its line was not',
    },
  },
};

/** A contract of the shop that runs, and what its validation comes to. Its quality expectations are all checks of its table. */
export const LIVE_CONTRACTS = [
  {
    table: 'customers',
    expected: 'Success',
    schema: [
      { name: 'customer_id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
      { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
      { name: 'country', dataType: 'CHAR', dataLength: 2 },
      { name: 'signed_up_at', dataType: 'TIMESTAMPZ' },
    ],
  },
  {
    table: 'orders',
    expected: 'PartialSuccess',
    schema: [
      { name: 'order_id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
      { name: 'status', dataType: 'TEXT' },
      { name: 'total', dataType: 'NUMERIC', precision: 12, scale: 2 },
    ],
  },
] as const;
