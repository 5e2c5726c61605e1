import { StatementShapes } from './statement-shapes';

const scored = (word: string, weight: number) => ({
  text: `select (${weight})::float8 * len where names @@ $1::tsquery`,
  values: [word],
});

describe('shapes of statements', () => {
  it('are named where they come again, with their numbers as values', () => {
    const shapes = new StatementShapes();
    expect(shapes.of(scored('a', 1.5))).toEqual(scored('a', 1.5));
    expect(shapes.of(scored('b', 2e-7))).toEqual(scored('b', 2e-7));
    const third = shapes.of(scored('c', -2.25));
    expect(third).toMatchObject({
      text: 'select $2::float8 * len where names @@ $1::tsquery',
      values: ['c', -2.25],
      name: expect.stringMatching(/^search_shape_[0-9a-f]{20}$/),
    });
    expect(shapes.of(scored('d', 1)).name).toBe(third.name);
  });

  it('are unnamed beyond so many', () => {
    const shapes = new StatementShapes();
    const names = Array.from({ length: 40 }, (_, at) => {
      const statement = { text: `select ${'x'.repeat(at + 1)}`, values: [] };
      return [1, 2, 3].map(() => shapes.of(statement).name)[2];
    });
    expect(new Set(names.slice(0, 32)).size).toBe(32);
    expect(names.slice(32)).toEqual(Array(8).fill(undefined));
  });
});
