import { once, oncePer } from './once-per';

describe('once', () => {
  it('makes something at the first call, also where that is undefined', () => {
    let made = 0;
    const nothing = once(() => void made++);

    expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 1]);
  });

  it('tries again what has failed', () => {
    let tries = 0;
    const second = once(() => {
      if (++tries === 1) throw new Error('not yet');
      return tries;
    });

    expect(second).toThrow('not yet');
    expect([second(), second()]).toEqual([2, 2]);
  });
});

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
