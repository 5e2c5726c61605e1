import { TextBytes } from './text-bytes';

describe('text as bytes', () => {
  it.each([0, 650_000, 5_000_000])('is what the pieces are together, of whatever letters (%i expected)', (expected) => {
    const pieces = [
      '',
      'a',
      'ä'.repeat(30_000),
      '€'.repeat(70_000),
      '😀'.repeat(50_000),
      '"\\\u0000',
      'z'.repeat(200_000),
    ];
    const made = new TextBytes(expected);
    for (const piece of pieces) made.add(piece);
    expect(made.bytes.equals(Buffer.from(pieces.join('')))).toBe(true);
  });

  it('grows where a piece may not fit', () => {
    const made = new TextBytes(10);
    for (let n = 0; n < 100_000; n++) made.add('é€');
    expect(made.bytes).toHaveLength(500_000);
    expect(made.add('.').bytes.toString()).toBe(`${'é€'.repeat(100_000)}.`);
  });
});
