import type { Check } from '@app/sources';
import type { Asked } from './service-statements';

const CHECKS: readonly Check[] = [
  { definition: 'tableRowCountToBeBetween', parameters: { minValue: '1' } },
  { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'id' },
  { definition: 'columnValuesToBeUnique', parameters: {}, column: 'id' },
  { definition: 'columnValuesToBeBetween', parameters: { minValue: '0', maxValue: '49' }, column: 'n1' },
  // Each tenth value is absent.
  { definition: 'columnValuesToBeNotNull', parameters: {}, column: 'n3' },
  { definition: 'columnValuesToBeBetween', parameters: { minValue: '0' }, column: 'd2' },
  { definition: 'columnValueMaxToBeBetween', parameters: { minValue: '1' }, column: 'd4' },
  { definition: 'columnValueMeanToBeBetween', parameters: { minValue: '1' }, column: 'n5' },
  { definition: 'columnValueLengthsToBeBetween', parameters: { minLength: '1', maxLength: '200' }, column: 'note' },
  { definition: 'columnValuesToMatchRegex', parameters: { regex: '^note [0-9]+$' }, column: 'note' },
];

/** The same questions as somebody would ask them by hand. */
export function statementsByHand({ schema, table }: Asked): string[] {
  const name = `${schema}.${table}`;
  const asked = [
    'count(*), count(id), count(*) filter (where n1 < 0 or n1 > 49), min(n1), max(n1), count(n3)',
    'count(*) filter (where d2 < 0), min(d2), max(d2), max(d4), avg(n5)',
    'count(*) filter (where length(note) not between 1 and 200), min(length(note)), max(length(note))',
    "count(*) filter (where note !~ '^note [0-9]+$')",
  ];
  return [
    `select ${asked.join(', ')} from ${name}`,
    `select count(*), count(*) filter (where n = 1) from (select count(*) as n from ${name} where id is not null group by id) g`,
  ];
}

/** Of the checks of a table, those that do not hold. */
export const FAILING = 1;

/** The first tables of a large source, with ten checks each. */
export function checkedTables(count: number): Asked[] {
  return Array.from({ length: count }, (_, at) => ({ schema: `s${at % 10}`, table: `t${at}`, checks: CHECKS }));
}
