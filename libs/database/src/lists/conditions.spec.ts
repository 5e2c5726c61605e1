import { Conditions } from './conditions';

describe('conditions of a statement', () => {
  it('are none at first', () => {
    expect(Conditions.of()).toMatchObject({ where: '', values: [] });
  });

  it('number their values in the order in which they are bound', () => {
    const filter = Conditions.of('a.live')
      .when('x', (bound) => `a.name = ${bound}`)
      .add('a.b is null')
      .within({ value: { rules: [] }, sql: (bound) => `sees(a, ${bound}::jsonb)` });
    filter.add(`a.c between ${filter.bind(1)} and ${filter.bind(2)}`);
    expect(filter.where).toBe(
      'where a.live and a.name = $1 and a.b is null and sees(a, $2::jsonb) and a.c between $3 and $4',
    );
    expect(filter.values).toEqual(['x', { rules: [] }, 1, 2]);
  });

  it.each([[0], [''], [false], [null]])('with the value %p are conditions', (value) => {
    expect(Conditions.of().when(value, (bound) => `a = ${bound}`)).toMatchObject({
      where: 'where a = $1',
      values: [value],
    });
  });

  it('without a value, or where nothing is hidden, are left out', () => {
    const filter = Conditions.of()
      .when(undefined, () => 'never')
      .within(undefined);
    expect(filter).toMatchObject({ where: '', values: [] });
  });

  it('of a copy are its own', () => {
    const filter = Conditions.of('a').when(1, (bound) => `b = ${bound}`);
    const copy = filter.copy().when(2, (bound) => `c = ${bound}`);
    filter.when(3, (bound) => `d = ${bound}`);
    expect(copy).toMatchObject({ where: 'where a and b = $1 and c = $2', values: [1, 2] });
    expect(filter).toMatchObject({ where: 'where a and b = $1 and d = $2', values: [1, 3] });
  });
});
