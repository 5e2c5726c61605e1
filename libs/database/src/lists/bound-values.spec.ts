import { BoundValues } from './bound-values';

describe('values of a statement', () => {
  it('go on behind those that it has', () => {
    const given = ['x'];
    const { bind, values } = new BoundValues(given);
    expect([bind('y'), bind('x')]).toEqual(['$2', '$3']);
    expect(values).toEqual(['x', 'y', 'x']);
    expect(given).toEqual(['x']);
  });
});
