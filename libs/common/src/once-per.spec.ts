import { oncePer } from './once-per';

describe('oncePer', () => {
  it('makes what follows from an object once, also where that is undefined', () => {
    const asked: string[] = [];
    const lengthOf = oncePer(({ text }: { readonly text: string }) => {
      asked.push(text);
      return text === '' ? undefined : text.length;
    });
    const [some, none] = [{ text: 'abc' }, { text: '' }];

    expect([some, none, some, none].map(lengthOf)).toEqual([3, undefined, 3, undefined]);
    expect(asked).toEqual(['abc', '']);
  });

  it('knows objects, not what they hold', () => {
    let made = 0;
    const number = oncePer((_: object) => ++made);

    expect([number({}), number({})]).toEqual([1, 2]);
  });
});
