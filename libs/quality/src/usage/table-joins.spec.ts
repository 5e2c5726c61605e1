import { shownOf } from './table-joins';

describe('the joins of a table', () => {
  it('are shown by column, in the order of their sums', () => {
    const start = '2026-01-02';
    const sums = [
      { start, columnName: 'note', fullyQualifiedName: 's.d.p.a.y', joinCount: 9 },
      { start, columnName: 'id', fullyQualifiedName: 's.d.p.a.x', joinCount: 4 },
      { start, columnName: '', fullyQualifiedName: 's.d.p.a', joinCount: 4 },
      { start, columnName: 'id', fullyQualifiedName: 's.d.p.b.x', joinCount: 2 },
    ];
    expect(shownOf(start, sums)).toEqual({
      startDate: start,
      dayCount: 30,
      columnJoins: [
        { columnName: 'note', joinedWith: [{ fullyQualifiedName: 's.d.p.a.y', joinCount: 9 }] },
        {
          columnName: 'id',
          joinedWith: [
            { fullyQualifiedName: 's.d.p.a.x', joinCount: 4 },
            { fullyQualifiedName: 's.d.p.b.x', joinCount: 2 },
          ],
        },
      ],
      directTableJoins: [{ fullyQualifiedName: 's.d.p.a', joinCount: 4 }],
    });
  });

  it('are empty lists where there are none', () => {
    expect(shownOf('2026-01-02', [])).toMatchObject({ columnJoins: [], directTableJoins: [] });
  });
});
