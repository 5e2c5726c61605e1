import { SCHEMA_FQN } from './demo-catalog';
import type { Verdict } from './load-demo';

const COLOURS: Readonly<Record<string, number>> = { Success: 32, PartialSuccess: 33, Failed: 31, Aborted: 31 };

/** The validation results as a table; coloured if the output is a terminal. */
export function verdictTable(verdicts: readonly Verdict[], coloured: boolean): string {
  const rows = verdicts.map(
    ({ table, status, message }) => [table, paint(status.padEnd(14), status, coloured), message] as const,
  );
  const width = Math.max(...verdicts.map(({ table }) => table.length));
  return rows.map(([table, status, message]) => `  ${table.padEnd(width)}  ${status}  ${message}`).join('\n');
}

/** Lines to try, as they can be pasted. */
export function linesToTry(baseUrl: string): string {
  const contract = `${SCHEMA_FQN}.orders.dataContract_orders_contract`;
  return [
    'Some lines to try in another terminal:',
    '',
    `  TOKEN=$(npm run -s token)`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/tables?limit=3&fields=owners'`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/name/${contract}'`,
    `  ID=$(curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/name/${contract}' | node -p 'JSON.parse(fs.readFileSync(0)).id')`,
    `  curl -fsS -X POST -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/validate"`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/results?limit=5"`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts?latestStatus=Failed'`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/search/query?q=parcel&size=3'`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/lineage/export?type=table&fqn=${SCHEMA_FQN}.orders'`,
    `  curl -fsS -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/impact"`,
    '',
  ].join('\n');
}

function paint(text: string, status: string, coloured: boolean): string {
  const colour = COLOURS[status];
  return coloured && colour ? `\u001b[${colour}m${text}\u001b[0m` : text;
}
