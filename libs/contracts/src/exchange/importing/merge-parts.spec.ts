import { withUnsaid } from './merge-parts';

describe('the parts of a merge', () => {
  it.each([
    [
      'what was not said keeps the words of the contract',
      { t: 'use' },
      { t: '## Usage\n\nuse' },
      { t: '## Usage\n\nuse' },
      { t: 'use' },
    ],
    ['what was said is as the document says it', { t: 'use' }, { t: 'a' }, { t: 'b' }, { t: 'b' }],
    ['what is new is taken', {}, {}, { t: 'b' }, { t: 'b' }],
    [
      'member by member',
      { sla: { retention: { period: 1, unit: 'year' }, availability: 9 } },
      { sla: { retention: 'P1Y', availability: 9 } },
      { sla: { retention: 'P1Y', availability: 10 } },
      { sla: { retention: { period: 1, unit: 'year' }, availability: 10 } },
    ],
    [
      'item by item, by name',
      {
        schema: [
          { name: 'a', dataType: 'INT', tags: [] },
          { name: 'b', dataType: 'INT' },
        ],
      },
      {
        schema: [
          { name: 'a', dataType: 'INT' },
          { name: 'b', dataType: 'INT' },
        ],
      },
      { schema: [{ name: 'b', dataType: 'TEXT' }, { name: 'a', dataType: 'INT' }, { name: 'c' }] },
      { schema: [{ name: 'b', dataType: 'TEXT' }, { name: 'a', dataType: 'INT', tags: [] }, { name: 'c' }] },
    ],
    ['lists without names as a whole', { l: [1] }, { l: [2] }, { l: [3] }, { l: [3] }],
  ])('%s', (_what, current, before, after, expected) => {
    expect(withUnsaid(current, before, after)).toEqual(expected);
  });
});
