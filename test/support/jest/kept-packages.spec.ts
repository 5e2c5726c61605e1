import { runInThisContext } from 'node:vm';

describe('a test file that shares packages with others', () => {
  it('runs in the realm of its worker', () => {
    const [MainError, MainMap] = runInThisContext('[Error, Map]') as [unknown, unknown];
    expect([MainError === Error, MainMap === Map]).toEqual([true, true]);
  });

  it('cannot replace modules: the files after it would have the replacement', () => {
    expect(() => jest.requireActual<object>('./replacing.fixture.cjs')).toThrow(
      'replaces modules: a test file that does begins with /** @jest-environment node */',
    );
  });
});
