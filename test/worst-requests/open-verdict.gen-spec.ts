import { holdAgainst } from './open-verdict';
import type { Fault } from './verdict';

const named = (shape: string) => ({ operation: 'PUT /a', shape });
const fault = (shape: string): Fault => ({ ...named(shape), ms: 300, MB: 1, status: 400 });
const listed = (shape: string) => ({ ...named(shape), seen: [300, 1] as const, cause: 'a' });

describe('the list of open cases', () => {
  const all = ['a', 'b', 'c'].map(named);

  it('excuses a case that is in it, and no other', () => {
    const { open, faults, mended } = holdAgainst([listed('a')], [fault('a'), fault('b')], { all, sent: all });
    expect([open, faults, mended]).toEqual([[fault('a')], [fault('b')], []]);
  });

  it('may not have a case that is within its limits, or that does not exist; one that was not sent stays', () => {
    const list = ['a', 'b', 'gone'].map(listed);
    const { mended } = holdAgainst(list, [], { all, sent: [named('a'), named('c')] });
    expect(mended.map(({ shape }) => shape)).toEqual(['a', 'gone']);
  });
});
