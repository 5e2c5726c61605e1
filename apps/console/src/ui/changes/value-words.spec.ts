import { firstLineOf, placeInWords, reasonBeside, wordsOf } from './value-words';

const reference = { id: '1', type: 'team', name: 'commerce', displayName: 'Commerce', deleted: false };

describe('a changed value in words', () => {
  it.each([
    [
      [reference, { ...reference, displayName: undefined }],
      ['Commerce', 'commerce'],
    ],
    [[{ ...reference, inherited: true }], []],
    [[{ tagFQN: 'PII.Sensitive', source: 'Classification', state: 'Confirmed' }], ['PII.Sensitive']],
    [[{ name: 'phone', dataType: 'VARCHAR', dataLength: 20, tags: [] }], ['phone VARCHAR']],
    [[{ constraintType: 'UNIQUE', columns: ['email', 'phone'] }], ['constraint type UNIQUE, columns email, phone']],
    [{ unit: 'day', interval: 2 }, ['2 days']],
    [{ accessPolicy: 'readers', identities: ['x'] }, ['readers']],
    ['[{"name":"a"},{"name":"b"}]', ['a', 'b']],
    ['{ no JSON', ['{ no JSON']],
    [320, ['320']],
    [false, ['no']],
    [undefined, []],
    [null, []],
    [[], []],
  ])('%j is %j', (value, words) => expect(wordsOf(value)).toEqual(words));

  it.each([
    ['columns.email.dataLength', 'data length of column email'],
    ['schema.address.city', 'city of column address'],
    ['schema.email', 'column email'],
    ['tableConstraints', 'table constraints'],
    ['sla.refreshFrequency', 'sla › refresh frequency'],
  ])('its place %s is %s', (path, words) => expect(placeInWords(path)).toBe(words));
});

describe('the reason of a change', () => {
  it.each([
    ['description', 'description changed', 'changed'],
    ['schema.email.description', 'description is added', 'is added'],
    ['semantics.snake case', 'the rule is removed', 'the rule is removed'],
  ])('at %s: %s', (path, reason, words) => expect(reasonBeside(path, reason)).toBe(words));
});

describe('the first line of a description', () => {
  it.each([
    [
      'What **a customer** buys, see [the terms](https://example.com).\n\nMore of it',
      'What a customer buys, see the terms.',
    ],
    ['# Orders\nof the `shop`', 'Orders of the shop'],
    ['<b>bold</b> *', '<b>bold</b> *'],
    ['', ''],
  ])('of %j is %j', (markdown, line) => expect(firstLineOf(markdown)).toBe(line));

  it('ends where it is too long', () => {
    expect(firstLineOf('word '.repeat(100))).toHaveLength(161);
    expect(firstLineOf(undefined)).toBe('');
  });
});
