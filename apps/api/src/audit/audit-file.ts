import { csvText } from '@app/catalog';
import type { AuditRecord } from '@app/events';

/** Columns of the CSV of the audit; `time` is that of the record, in UTC. */
export const AUDIT_COLUMNS = [
  'time',
  'userName',
  'outcome',
  'operation',
  'entityType',
  'entityFullyQualifiedName',
  'previousVersion',
  'version',
  'change',
  'result',
  'reason',
  'count',
  'address',
  'route',
  'requestId',
  'userId',
  'entityId',
  'id',
] as const;

type Pieces = AsyncIterable<readonly AuditRecord[]>;

/** One record a line. */
export async function* auditLines(pieces: Pieces): AsyncGenerator<string> {
  for await (const records of pieces) yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** One record a row, with objects as JSON; no spreadsheet takes a cell for a formula. */
export const auditCsv = (pieces: Pieces): AsyncGenerator<string> =>
  csvText(AUDIT_COLUMNS, pieces, (record) => [cellsOf(record)], false);

function cellsOf(record: AuditRecord): string[] {
  const values = { ...record, time: new Date(record.timestamp).toISOString() };
  return AUDIT_COLUMNS.map((column) => {
    const value = values[column];
    return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}
