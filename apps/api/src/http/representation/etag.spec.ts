import { entityTag, isNotModified, parseIfMatch } from './etag';

describe('entityTag', () => {
  it('shows the version and changes with the text', () => {
    expect(entityTag(0.3, '{}')).toMatch(/^"0\.3-[\w-]{16}"$/);
    expect(entityTag(0.3, '{}')).toBe(entityTag('0.3', '{}'));
    expect(entityTag(0.3, '{"a":1}')).not.toBe(entityTag(0.3, '{}'));
  });
});

describe('parseIfMatch', () => {
  it.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    [entityTag(1, 'a'), [1]],
    ['"0.1-abc"', [0.1]],
    ['W/"0.1-abc"', [0.1]],
    ['"0.1-abc", "1.0-x_y" ,"12.3--"', [0.1, 1, 12.3]],
    ['"other"', []],
    ['"a,b"', []],
    ['"x", "0.2-a"', [0.2]],
    ['""', []],
  ])('reads %j', (header, versions) => {
    expect(parseIfMatch(header)).toEqual(versions);
  });

  it.each(['', ' ', '0.1', '"0.1', '"0.1-a" 0.2', "'0.1-a'", '*, "0.1-a"', 'w/"0.1-a"'])('refuses %j', (header) => {
    expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});

describe('isNotModified', () => {
  const etag = '"0.3-abc"';
  it.each([
    [etag, true],
    [`W/${etag}`, true],
    [`"a", ${etag}`, true],
    ['*', true],
    [undefined, false],
    ['"0.3-abd"', false],
    ['', false],
    ['0.3-abc', false],
  ])('says of %j: %s', (header, known) => {
    expect(isNotModified(header, etag)).toBe(known);
  });
});
