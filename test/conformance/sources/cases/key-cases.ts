import { aborted, type CheckCase, test } from './check-case';
import { type OddColumn, type OddRow } from '../odd-table';
import { counts, present, sameKey, verdict } from '../row-oracle';

/** The texts that name the fixed table itself, and one that is not there, as the other table of a reference. */
export const ITSELF = 'itself';
export const GONE = 'gone';

const FAMILIES: readonly (readonly string[])[] = [
  ['id', 'big', 'select', 'a.b', 'nothing', 'amount'],
  ['note', 'code', 'Mixed Case'],
  ['flag'],
  ['day'],
  ['seen'],
  ['uid'],
  ['score'],
];
const COMBINATIONS = ['select, code', 'id,note', 'code, flag, select', '["nothing", "id"]', '["note","Mixed Case"]'];

/** References of columns to columns of the same table, and combinations of columns. */
export function keys(rows: readonly OddRow[], columns: readonly OddColumn[]): CheckCase[] {
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const keysOf = (name: string): string[] => present(rows, name).map((value) => sameKey(value, typeOf.get(name)!));
  const families = FAMILIES.map((names) => names.filter((name) => typeOf.has(name)));
  const references = families.flatMap((names) =>
    names.flatMap((from) =>
      names.map((to) => {
        const partners = new Set(keysOf(to));
        const without = keysOf(from).filter((key) => !partners.has(key)).length;
        return reference(from, ITSELF, to, verdict(without, { withoutPartnerCount: without }));
      }),
    ),
  );
  const combinations = COMBINATIONS.flatMap((columnNames) => {
    const names = columnNames.startsWith('[')
      ? (JSON.parse(columnNames) as string[])
      : columnNames.split(',').map((one) => one.trim());
    if (!names.every((name) => typeOf.has(name))) return [];
    const whole = rows.filter((row) => names.every((name) => row[name] !== null));
    const found = counts(
      whole.map((row) => JSON.stringify(names.map((name) => sameKey(row[name]!, typeOf.get(name)!)))),
    );
    const repeated = [...found.values()].filter((count) => count > 1).reduce((all, one) => all + one, 0);
    return [test('tableColumnsToBeUnique', undefined, { columnNames }, verdict(repeated))];
  });
  return [
    ...references,
    ...combinations,
    reference('id', GONE, 'id', aborted('tableNotFound')),
    reference('id', ITSELF, 'no such column', aborted('columnNotFound')),
    reference('id', ITSELF, 'note', aborted('typeNotSupported')),
    test('columnValuesToExistIn', 'id', { column: 'id' }, aborted('badParameter')),
    test('tableColumnsToBeUnique', undefined, { columnNames: 'id, no such column' }, aborted('columnNotFound')),
    test('tableColumnsToBeUnique', undefined, { columnNames: ' , ' }, aborted('badParameter')),
  ];
}

const reference = (from: string, table: string, column: string, expected: CheckCase['expected']): CheckCase =>
  test('columnValuesToExistIn', from, { table, column }, expected);
