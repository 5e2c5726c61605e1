import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { stringify } from 'yaml';

/** A rule of the standard, once for each metric and column. */
export interface PlantedRule {
  readonly column?: string;
  readonly rule: Readonly<Record<string, unknown>>;
  /** The same in SodaCL; absent where it has none that means the same. */
  readonly soda?: { readonly check: string; readonly with?: Readonly<Record<string, unknown>> };
}

/** A file of 1,000 orders or fewer, with its documents. */
export interface PlantedFile {
  readonly name: string;
  readonly file: string;
  /** Path of its ODCS document. */
  readonly contract: string;
  /** SodaCL. */
  readonly checks: string;
}

const MAIL = '^[a-z0-9]+@example[.]org$';
const CODE = '^c[0-9]+$';

export const RULES: readonly PlantedRule[] = [
  { rule: { metric: 'rowCount', mustBe: 1000 }, soda: { check: 'row_count = 1000' } },
  ...['id', 'mail', 'qty', 'status'].map((column): PlantedRule => ({
    column,
    rule: { metric: 'nullValues', mustBe: 0 },
    soda: { check: `missing_count(${column}) = 0` },
  })),
  {
    column: 'amount',
    rule: { metric: 'nullValues', mustBeLessThan: 60 },
    soda: { check: 'missing_count(amount) < 60' },
  },
  { column: 'id', rule: { metric: 'duplicateValues', mustBe: 0 }, soda: { check: 'duplicate_count(id) = 0' } },
  { column: 'mail', rule: { metric: 'duplicateValues', mustBe: 0 }, soda: { check: 'duplicate_count(mail) = 0' } },
  {
    column: 'status',
    rule: { metric: 'invalidValues', mustBe: 0, arguments: { validValues: ['open', 'done', ''] } },
    soda: { check: 'invalid_count(status) = 0', with: { 'valid values': ['open', 'done', ''] } },
  },
  {
    column: 'mail',
    rule: { metric: 'invalidValues', mustBe: 0, arguments: { pattern: MAIL } },
    soda: { check: 'invalid_count(mail) = 0', with: { 'valid regex': MAIL } },
  },
  {
    column: 'code',
    rule: { metric: 'invalidValues', mustBeLessThan: 40, arguments: { pattern: CODE } },
    soda: { check: 'invalid_count(code) < 40', with: { 'valid regex': CODE } },
  },
  {
    column: 'qty',
    rule: { metric: 'invalidValues', mustBe: 0, arguments: { validValues: [1, 2, 3] } },
    soda: { check: 'invalid_count(qty) = 0', with: { 'valid values': [1, 2, 3] } },
  },
  {
    column: 'status',
    rule: { metric: 'missingValues', mustBe: 0, arguments: { missingValues: ['', 'n/a'] } },
    soda: { check: 'missing_count(status) = 0', with: { 'missing values': ['', 'n/a'] } },
  },
  {
    column: 'code',
    rule: { metric: 'missingValues', mustBeLessThan: 100, arguments: { missingValues: ['n/a'] } },
    soda: { check: 'missing_count(code) < 100', with: { 'missing values': ['n/a'] } },
  },
  {
    rule: { type: 'sql', query: 'SELECT count(*) FROM ${table} WHERE qty < 0 OR amount > 1499', mustBe: 0 },
  },
];

/** Faults by their bits: each comes alone and with others. */
const FAULTS: readonly number[] = [0, 1, 2, 4, 8, 16, 32, 64, 85, 127];

/** Makes files with planted faults and their documents. @param folder that is there */
export async function plantFiles(folder: string): Promise<readonly PlantedFile[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const planted: PlantedFile[] = [];
  for (const [number, faults] of FAULTS.entries()) {
    const name = `orders${number}.parquet`;
    const file = join(folder, name);
    await connection.run(`COPY (${rowsWith(faults)}) TO '${file}' (FORMAT parquet)`);
    const contract = join(folder, `orders${number}.odcs.yaml`);
    writeFileSync(contract, stringify(contractOf(file)));
    planted.push({ name, file, contract, checks: sodaChecks() });
  }
  connection.closeSync();
  instance.closeSync();
  return planted;
}

function rowsWith(faults: number): string {
  const at = (bit: number, every: number): string => (faults & bit ? `i % ${every} = 0` : 'false');
  return `SELECT CAST(CASE WHEN ${at(1, 40)} THEN 1 ELSE i END AS INTEGER) AS id,
    CASE WHEN ${at(2, 10)} THEN NULL WHEN ${at(4, 25)} THEN 'n/a' ELSE 'c' || (i % 400) END AS code,
    CASE WHEN ${at(4, 7)} THEN 'Open' WHEN ${at(8, 11)} THEN '' WHEN ${at(64, 9)} THEN NULL ELSE 'open' END AS status,
    CASE WHEN ${at(16, 13)} THEN 'no mail' WHEN ${at(32, 17)} THEN NULL ELSE 'u' || i || '@example.org' END AS mail,
    CAST(CASE WHEN ${at(8, 19)} THEN -1 WHEN ${at(16, 23)} THEN NULL ELSE 1 + i % 3 END AS INTEGER) AS qty,
    CAST(CASE WHEN ${at(32, 15)} THEN NULL ELSE i * 1.5 END AS DOUBLE) AS amount
    FROM range(1, ${faults & 64 ? 900 : 1001}) t(i)`;
}

const COLUMNS = {
  id: 'INTEGER',
  code: 'VARCHAR',
  status: 'VARCHAR',
  mail: 'VARCHAR',
  qty: 'INTEGER',
  amount: 'DOUBLE',
};
const LOGICAL: Readonly<Record<string, string>> = { INTEGER: 'integer', VARCHAR: 'string', DOUBLE: 'number' };

function contractOf(path: string): object {
  const of = (column?: string): object[] =>
    RULES.filter((one) => one.column === column).map(({ rule }) => ({ type: 'library', ...rule }));
  return {
    ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'orders', name: 'orders', version: '1.0.0', status: 'active' },
    servers: [{ server: 'local', type: 'local', path, format: 'parquet' }],
    schema: [
      {
        ...{ name: 'orders', logicalType: 'object', physicalType: 'table', quality: of() },
        properties: Object.entries(COLUMNS).map(([name, physicalType]) => ({
          ...{ name, logicalType: LOGICAL[physicalType], physicalType, quality: of(name) },
        })),
      },
    ],
  };
}

/** Each check is named by metric and column, so that its outcome is found. */
function sodaChecks(): string {
  const checks = RULES.flatMap(({ column, rule, soda }) =>
    soda ? [{ [soda.check]: { name: [rule.metric, column].filter(Boolean).join(' '), ...soda.with } }] : [],
  );
  return stringify({ 'checks for orders': checks });
}
