import { HIDDEN_VALUE } from '../hidden/value-masks';
import { cut, unknownColumns, withoutHidden, type SampledPart } from './sample';

const PII = [{ tagFQN: 'PII.Sensitive' }];
const FQN = 's.d.p.t';
const column = (path: string, more: Partial<SampledPart> = {}): SampledPart => ({
  name: path.split('.').at(-1) ?? '',
  fullyQualifiedName: `${FQN}.${path}`,
  ...more,
});
const COLUMNS = [
  column('id'),
  column('email', { tags: PII }),
  column('home', { children: [column('home.city'), column('home.street', { tags: PII })] }),
  column('secret', { tags: PII, children: [column('secret.part')] }),
];

describe('the values of a sample', () => {
  it.each([
    ['id', 7],
    ['email', HIDDEN_VALUE],
    ['home', HIDDEN_VALUE],
    ['home.city', 7],
    ['home.street', HIDDEN_VALUE],
    ['secret', HIDDEN_VALUE],
    ['secret.part', HIDDEN_VALUE],
    ['dropped', HIDDEN_VALUE],
  ])('of the column %s are shown as %j', (name, expected) => {
    expect(withoutHidden({ columns: [name], rows: [[7], [null]] }, COLUMNS, FQN, ['PII.Sensitive'])).toEqual({
      columns: [name],
      rows: [[expected], [null]],
    });
  });

  it('of messages are hidden as a whole where a field bears the tag', () => {
    const sample = { messages: ['a', 'b'] };
    expect(withoutHidden(sample, COLUMNS, FQN, ['PII.Sensitive'])).toEqual({ messages: [HIDDEN_VALUE, HIDDEN_VALUE] });
    expect(withoutHidden(sample, COLUMNS, FQN, ['Other.Tag'])).toBe(sample);
  });

  it('are of columns that the table has', () => {
    const columns = ['id', 'city', 'home.city', 'Email'];
    expect(unknownColumns({ columns, rows: [] }, COLUMNS, FQN)).toEqual([
      { name: 'city', at: 1 },
      { name: 'Email', at: 3 },
    ]);
  });
});

describe('what is kept of a sample', () => {
  it('are its first 1,000 rows', () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => [i]);
    expect(cut({ columns: ['id'], rows })).toEqual({ columns: ['id'], rows: rows.slice(0, 1_000) });
  });

  it('are those of the first ones that hold 1 MiB together', () => {
    const message = 'x'.repeat(400_000);
    expect(cut({ messages: [message, message, message, 'y'] })).toEqual({ messages: [message, message] });
    expect(cut({ messages: ['x'.repeat(1_100_000)] })).toEqual({ messages: [] });
  });
});
