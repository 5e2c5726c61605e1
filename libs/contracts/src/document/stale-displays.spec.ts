import { platformOf } from '@app/datatypes';
import type { ContractColumn } from './contract-document';
import { withoutStaleDisplays } from './stale-displays';

const column = (more: object, name = 'a'): ContractColumn => ({ name, dataType: 'VARCHAR', ...more });
const after = (before: object, now: object): ContractColumn | undefined =>
  withoutStaleDisplays([column(now)], [column(before)], platformOf('Postgres'))[0];

describe('a display', () => {
  const varchar = { dataLength: 18, dataTypeDisplay: 'varchar(18)' };

  it.each<[string, object, object]>([
    ['a length is changed beside it', varchar, { ...varchar, dataLength: 30 }],
    ['the dataType is', varchar, { ...varchar, dataType: 'TEXT' }],
    ['the type of elements is', ...both({ dataType: 'ARRAY', dataTypeDisplay: 'int[]' }, 'arrayDataType')],
  ])('is left behind where %s', (_why, before, now) => {
    const { dataTypeDisplay: _stale, ...rest } = now as { dataTypeDisplay: string };
    expect(after(before, now)).toEqual(column(rest));
  });

  it.each<[string, object, object]>([
    ['nothing is changed', varchar, varchar],
    ['it is changed too', varchar, { dataLength: 30, dataTypeDisplay: 'varchar(30)' }],
    [
      'it states no size',
      { dataTypeDisplay: 'varchar', dataLength: 18 },
      { dataTypeDisplay: 'varchar', dataLength: 30 },
    ],
    ['its word is unknown', { dataTypeDisplay: 'mood' }, { dataTypeDisplay: 'mood', dataType: 'INT' }],
    ['there was none', { dataLength: 18 }, varchar],
  ])('stays where %s', (_why, before, now) => {
    expect(after(before, now)).toEqual(column(now));
  });

  it('of a nested column is looked at, and new columns are as they are sent', () => {
    const parent = (child: object): ContractColumn => column({ dataType: 'STRUCT', children: [column(child, 'b')] });
    const now = [parent({ ...varchar, dataLength: 30 }), column(varchar, 'new')];
    expect(withoutStaleDisplays(now, [parent(varchar)], platformOf())).toEqual([
      parent({ dataLength: 30 }),
      column(varchar, 'new'),
    ]);
  });
});

function both(column: object, member: string): [object, object] {
  return [
    { ...column, [member]: 'INT' },
    { ...column, [member]: 'BIGINT' },
  ];
}
