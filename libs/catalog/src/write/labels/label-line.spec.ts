import { exclusions, type LabelLine, type LabelStep } from './label-line';

/** A tag with what it lies below; a `!` marks what excludes. */
function line(...names: string[]): LabelLine {
  const up = names.map((name, i): LabelStep => ({
    type: i === names.length - 1 ? 'classification' : 'tag',
    fqn: name.replace('!', ''),
    disabled: false,
    exclusive: name.endsWith('!'),
  }));
  return { fqn: up[0]?.fqn ?? '', source: 'Classification', deleted: false, up };
}

const between = (...lines: LabelLine[]): (string | undefined)[] =>
  exclusions(lines.map((line) => ({ line, isNew: true }))).map(({ step }) => step.fqn);

describe('exclusions', () => {
  it.each<[string, LabelLine, LabelLine, string | undefined]>([
    ['two of an exclusive classification', line('C.a', 'C!'), line('C.b', 'C!'), 'C'],
    ['two of an open one', line('C.a', 'C'), line('C.b', 'C'), undefined],
    ['of two classifications', line('C.a', 'C!'), line('D.a', 'D!'), undefined],
    ['the same twice', line('C.a', 'C!'), line('C.a', 'C!'), undefined],
    ['one below the other', line('C.a', 'C!'), line('C.a.b', 'C.a', 'C!'), undefined],
    ['in branches of an exclusive classification', line('C.a.x', 'C.a', 'C!'), line('C.b.y', 'C.b', 'C!'), 'C'],
    ['below an exclusive tag', line('C.a.x', 'C.a!', 'C'), line('C.a.y', 'C.a!', 'C'), 'C.a'],
    [
      'below an open tag of an exclusive classification',
      line('C.a.x', 'C.a', 'C!'),
      line('C.a.y', 'C.a', 'C!'),
      undefined,
    ],
  ])('%s', (_, one, other, fqn) => {
    expect(between(one, other)).toEqual(fqn === undefined ? [] : [fqn]);
    expect(between(other, one)).toEqual(fqn === undefined ? [] : [fqn]);
  });

  it('are none among labels that stood there before, and some with each that is new', () => {
    const bearers = ['a', 'b', 'c', 'd'].map((name) => ({ line: line(`C.${name}`, 'C!'), isNew: name === 'c' }));
    expect(exclusions(bearers).map(({ one, other }) => [one.fqn, other.fqn])).toEqual([
      ['C.a', 'C.c'],
      ['C.c', 'C.d'],
    ]);
    expect(exclusions(bearers.filter(({ isNew }) => !isNew))).toEqual([]);
  });
});
