import { fitting, fittingAnswer } from './bounded';

const items = (number: number, characters: number): { text: string }[] =>
  Array.from({ length: number }, () => ({ text: 'x'.repeat(characters) }));

describe('lists of answers', () => {
  it('have at most 50 items, and at most 12,000 characters', () => {
    expect(fitting(items(60, 1))).toMatchObject({ shown: items(50, 1), omitted: 10 });
    const { shown, omitted } = fitting(items(60, 1_000));
    expect([shown.length, omitted]).toEqual([11, 49]);
  });
});

describe('an answer with lists', () => {
  it('is whole where all fits, and has no list that is empty', () => {
    expect(fittingAnswer({ id: 1 }, { first: items(2, 5), none: [] })).toEqual({ id: 1, first: items(2, 5) });
  });

  it.each([
    [{ first: items(100, 150), second: items(100, 300) }, {}],
    [{ first: items(9, 1_400), second: items(9, 20) }, {}],
    [{ first: items(1, 20_000), second: items(3, 2_000) }, { second: 7 }],
    [{ first: items(50, 220), second: items(50, 220) }, { first: 1_000_000_000 }],
  ])('has at most 12,000 characters, whatever the lists: case %#', (lists, lacking) => {
    const answer = fittingAnswer({ summary: 'y'.repeat(700) }, lists, lacking) as Record<string, unknown> & {
      omitted: Record<string, number>;
    };
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(12_000);
    for (const [name, all] of Object.entries(lists)) {
      const shown = (answer[name] as unknown[] | undefined)?.length ?? 0;
      const missing = all.length - shown + ((lacking as Record<string, number>)[name] ?? 0);
      expect(answer.omitted[name] ?? 0).toBe(missing);
    }
  });
});
