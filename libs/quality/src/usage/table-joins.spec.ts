import { summed } from './table-joins';

describe('the joins of a table', () => {
  it('are sums of the days, by column, the most frequent first', () => {
    const joins = [
      ['id', 's.d.p.a.x', 1],
      ['id', 's.d.p.b.x', 2],
      ['', 's.d.p.a', 4],
      ['id', 's.d.p.a.x', 3],
      ['note', 's.d.p.a.y', 9],
    ] as const;
    expect(summed('2026-01-02', joins)).toEqual({
      startDate: '2026-01-02',
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
    expect(summed('2026-01-02', [])).toMatchObject({ columnJoins: [], directTableJoins: [] });
  });
});
