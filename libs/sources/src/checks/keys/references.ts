import type { ComparedKind } from '../../catalogue/kind';
import { requiredText, type Parameters } from '../bounds';
import { type ColumnName, type Conditions, conditionsOf } from '../conditions';
import { type CheckTarget, type CompiledCheck, countOf, firstCell, ROWS } from '../measures';
import { CheckRefusal, rowCounts } from '../outcome';
import { aliased, keysOf, noneIsNull, ROW } from './combinations';

/** Columns of another table, in the order of those that refer to them. */
export interface Referred {
  /** The text that names the table; absent: the table itself. */
  readonly table?: string;
  readonly columns: readonly ColumnName[];
}

/** The name of the definition whose test cases refer to another table. */
export const EXISTS_IN = 'columnValuesToExistIn';

/** @throws {CheckRefusal} `badParameter` */
export const referredBy = (parameters: Parameters): Referred => ({
  table: requiredText(parameters, 'table').trim(),
  columns: [requiredText(parameters, 'column').trim()],
});

/**
 * Rows whose values, none of which is NULL, are those of no row of the other table.
 * @throws {CheckRefusal} also where the other table is not there, or its columns cannot have the same values
 */
export function existsIn(names: readonly (ColumnName | undefined)[], to: Referred, target: CheckTarget): CompiledCheck {
  const { table = target.table } = to;
  const found = to.table === undefined ? target : target.referred?.get(to.table);
  if (!found) throw new CheckRefusal('unsupported', `The table ${table} is not read here`);
  if ('reason' in found) throw new CheckRefusal(found.reason, found.message);
  const own = names.map((name) => conditionsOf(name, target, ROW));
  const other = { ...target, ...found };
  const theirs = to.columns.map((name) => conditionsOf(name, other));
  requireSameKinds(own, theirs, table);
  const { dialect } = target;
  // No engine needs more for it than a join; of one that fills absent columns of a join with 0 rather than NULL `is_there` is 0.
  const partners = `SELECT DISTINCT ${aliased(keysOf(theirs, target)).join(', ')}, 1 AS is_there FROM ${dialect.name(found.schema, found.table)} WHERE ${noneIsNull(theirs)}`;
  const join = keysOf(own, target).map((key, index) => `${key} = partner.k${index}`);
  const from = `FROM ${dialect.name(target.schema, target.table)} ${ROW} LEFT JOIN (${partners}) partner ON ${join.join(' AND ')} WHERE ${noneIsNull(own)} AND coalesce(partner.is_there, 0) = 0`;
  return {
    countsRows: true,
    measures: [ROWS, { kind: 'statement', sql: `SELECT count(*) ${from}` }],
    judge: ([rows, answer]) => {
      const failed = Number(firstCell(answer));
      return {
        status: failed === 0 ? 'Success' : 'Failed',
        message: `${failed} of ${countOf(rows)} rows fail`,
        ...rowCounts(countOf(rows), failed),
        values: [{ name: 'withoutPartnerCount', value: String(failed) }],
        statement: `SELECT ${ROW}.* ${from}`,
      };
    },
  };
}

function requireSameKinds(own: readonly Conditions[], theirs: readonly Conditions[], table: string): void {
  if (own.length !== theirs.length)
    throw new CheckRefusal('badParameter', `${own.length} columns refer to ${theirs.length} columns of ${table}`);
  for (const [index, column] of own.entries()) {
    column.comparable('a reference');
    const other = theirs[index]!;
    if (familyOf(column.kind) !== familyOf(other.kind))
      throw new CheckRefusal(
        'typeNotSupported',
        `${column.column.name} is ${column.column.display}, and ${other.column.name} of ${table} is ${other.column.display}`,
      );
  }
}

/** Kinds of one family have values in common. */
function familyOf(kind: ComparedKind): string {
  switch (kind.is) {
    case 'int':
    case 'dec':
    case 'float':
      return 'number';
    case 'text':
    case 'enum':
      return 'text';
    case 'moment':
      return kind.zoned ? 'instant' : 'moment';
    case 'time':
      return kind.zoned ? 'instant of a day' : 'time';
    case 'bool':
    case 'date':
    case 'uuid':
    case 'json':
    case 'bytes':
    case 'array':
    case 'struct':
    case 'map':
    case 'other':
      return kind.is;
  }
}
