import { compileRule } from '../rule-compiler';
import { RuleEvaluator } from './rule-evaluator';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const DAY = 86_400_000;

const ASSET = {
  name: 'orders',
  description: 'All orders',
  displayName: '',
  rowCount: 12,
  ratio: 0.5,
  deleted: false,
  updatedAt: NOW - 2 * DAY,
  updatedBy: 'anna',
  owners: [
    { id: '1', type: 'user', name: 'anna', fullyQualifiedName: 'anna' },
    { id: '2', type: 'team', name: 'data', fullyQualifiedName: 'data' },
    { id: '3', type: 'user', name: 'gone', deleted: true },
  ],
  reviewers: [],
  tags: [{ tagFQN: 'PII.None' }, { tagFQN: 'Tier.Tier1' }],
  columns: [
    { name: 'id', dataType: 'INT', description: 'The key' },
    { name: 'amount', dataType: 'DECIMAL' },
  ],
  extension: { steward: { name: 'ben' }, sizes: [3, 1, 2], 'a b': 1 },
};

const evaluator = new RuleEvaluator();

function judge(rule: unknown, asset: unknown = ASSET) {
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(compiled.message);
  return evaluator.evaluate(compiled.rule, { asset, now: NOW });
}

const v = (path: string) => ({ var: path });

const PASSING: [title: string, rule: unknown][] = [
  ['the literal true', true],
  ['a member', { '==': [v('name'), 'orders'] }],
  ['a nested member', { '==': [v('extension.steward.name'), 'ben'] }],
  ['an item of a list', { '==': [v('columns.1.name'), 'amount'] }],
  ['the length of a list as a member', { '==': [v('owners.length'), 2] }],
  ['a default for what is missing', { '==': [{ var: ['nothing', 7] }, 7] }],
  ['the whole asset', { '==': [{ length: v('') }, Object.keys(ASSET).length] }],
  ['a list is not null', { '!=': [v('tags'), null] }],
  ['what is missing is null', { '==': [v('nothing'), null] }],
  ['loose equality of plain values', { '==': ['1', 1] }],
  ['strict equality', { '!==': ['1', 1] }],
  ['lists by content', { '==': [v('reviewers'), []] }],
  ['more than', { '>': [v('rowCount'), 10] }],
  ['a number and a text', { '>': ['11', 2] }],
  ['texts by code unit', { '<': ['a', 'b'] }],
  ['between', { '<': [10, v('rowCount'), 20] }],
  ['between, inclusive', { '<=': [12, v('rowCount'), 12] }],
  ['not', { '!': v('deleted') }],
  ['an empty list is not true', { '!': v('reviewers') }],
  ['an empty text is not true', { '!': v('displayName') }],
  ['!! of a list', { '!!': v('owners') }],
  ['and', { and: [true, { '!!': v('tags') }] }],
  ['or', { or: [false, v('reviewers'), true] }],
  ['if', { if: [v('reviewers'), false, true] }],
  ['if, else if', { '?:': [false, 1, true, true, false] }],
  ['arithmetic', { '==': [{ '-': [{ '*': [{ '+': [1, '2'] }, 4] }, { '/': [4, 2] }] }, 10] }],
  ['remainder', { '==': [{ '%': [v('rowCount'), 5] }, 2] }],
  ['negation', { '==': [{ '-': 3 }, -3] }],
  ['max of a list', { '==': [{ max: v('extension.sizes') }, 3] }],
  ['min of arguments', { '==': [{ min: [3, 1, 2] }, 1] }],
  ['some', { some: [v('tags'), { '==': [v('tagFQN'), 'PII.None'] }] }],
  ['all', { all: [v('columns'), { '!!': v('name') }] }],
  ['none', { none: [v('columns'), { '==': [v('dataType'), 'BLOB'] }] }],
  ['none of nothing', { none: [v('nothing'), true] }],
  ['filter', { '==': [{ length: { filter: [v('columns'), v('description')] } }, 1] }],
  ['map', { in: ['amount', { map: [v('columns'), v('name')] }] }],
  ['reduce', { '==': [{ reduce: [v('extension.sizes'), { '+': [v('current'), v('accumulator')] }, 0] }, 6] }],
  ['reduce of nothing is its start', { '==': [{ reduce: [v('nothing'), 5, 9] }, 9] }],
  ['merge', { '==': [{ merge: [1, [2, 3]] }, [1, 2, 3]] }],
  ['in a list', { in: [v('name'), ['orders', 'customers']] }],
  ['in a text', { in: ['order', v('name')] }],
  ['in nothing', { '!': { in: ['a', v('nothing')] } }],
  ['cat', { '==': [{ cat: [v('name'), '-', 1] }, 'orders-1'] }],
  ['substr', { '==': [{ substr: [v('name'), 0, 3] }, 'ord'] }],
  ['substr from the end', { '==': [{ substr: [v('name'), -2] }, 'rs'] }],
  ['substr of nothing', { '==': [{ substr: [v('nothing'), 1] }, ''] }],
  ['missing', { '==': [{ missing: ['name', 'nothing', 'displayName'] }, ['nothing', 'displayName']] }],
  ['missing_some', { '!': { missing_some: [1, ['nothing', 'name']] } }],
  ['log gives its argument back', { log: true }],
  ['length of a list', { '==': [{ length: v('tags') }, 2] }],
  ['length of a text, in characters', { '==': [{ length: ['añ👍'] }, 3] }],
  ['length of nothing', { '==': [{ length: v('nothing') }, 0] }],
  ['length of an empty list', { '==': [{ length: v('reviewers') }, 0] }],
  ['isOwner by the updater', { isOwner: v('updatedBy') }],
  ['isOwner with several names', { isOwner: ['nobody', 'data'] }],
  ['isOwner inside of an item', { some: [v('columns'), { isOwner: 'anna' }] }],
  ['a deleted owner is none', { '!': { isOwner: 'gone' } }],
  ['a deleted owner is not counted', { '!': { some: [v('owners'), { '==': [v('name'), 'gone'] }] } }],
  ['isReviewer of none', { '!': { isReviewer: v('updatedBy') } }],
  ['isUpdatedBefore an instant', { isUpdatedBefore: NOW - DAY }],
  ['isUpdatedBefore is strict', { '!': { isUpdatedBefore: NOW - 2 * DAY } }],
  ['isUpdatedAfter a time', { isUpdatedAfter: '2026-11-18T09:59:59Z' }],
  ['isUpdatedAfter a duration back', { isUpdatedAfter: 'P3D' }],
  ['isUpdatedAfter is strict', { '!': { isUpdatedAfter: 'P2D' } }],
  ['isUpdatedAfter without a time', { '!': { isUpdatedAfter: v('nothing') } }],
  ['a list contains a value', { contains: [v('extension.sizes'), 3] }],
  ['a value in a list of allowed ones', { some: [v('tags'), { contains: [v('tagFQN'), ['Tier.Tier1', 'x']] }] }],
  ['a list contains all of another', { contains: [v('extension.sizes'), [3, 1]] }],
  ['tags contain an FQN', { contains: [v('tags'), 'PII.None'] }],
  ['owners contain a name', { contains: [v('owners'), 'anna'] }],
  ['a text contains a text', { contains: [v('description'), 'orders'] }],
  ['matchesRegex finds', { matchesRegex: [v('name'), 'r.e'] }],
  ['matchesRegex anchored', { '!': { matchesRegex: [v('name'), '^r'] } }],
  ['matchesRegex of what is no text', { '!': { matchesRegex: [v('rowCount'), '1'] } }],
];

describe('RuleEvaluator', () => {
  it.each(PASSING)('passes: %s', (_title, rule) => {
    expect(judge(rule)).toEqual({ passed: true });
  });

  it.each([1, 'true', [true], {}, null, { '+': [1, 1] }, { var: 'name' }])(
    'does not pass %j: it is not true',
    (rule) => {
      const compiled = compileRule(typeof rule === 'string' ? JSON.stringify(rule) : rule);
      if (!compiled.ok) throw new Error(compiled.message);
      expect(evaluator.evaluate(compiled.rule, { asset: ASSET, now: NOW }).passed).toBe(false);
    },
  );

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'name.constructor',
    'owners.constructor.constructor',
    'owners.map',
    '__proto__.polluted',
    'constructor.prototype',
    'name.__proto__',
  ])('sees nothing at %s, in any scope', (path) => {
    expect(judge({ '===': [{ var: path }, null] })).toEqual({ passed: true });
    expect(judge({ all: [v('columns'), { '===': [{ var: path }, null] }] })).toEqual({ passed: true });
    expect(judge({ '==': [{ missing: [path] }, [path]] })).toEqual({ passed: true });
    expect(judge({ '===': [{ reduce: [[1], { var: path }, 0] }, null] })).toEqual({ passed: true });
  });

  it('takes properties of the asset that are named like inherited ones as data', () => {
    const asset = JSON.parse(
      '{"constructor": "x", "toString": {"a": 1}, "__proto__": {"y": 2}, "hasOwnProperty": 1}',
    ) as unknown;
    expect(judge({ '==': [v('constructor'), 'x'] }, asset)).toEqual({ passed: true });
    expect(judge({ '==': [v('__proto__.y'), 2] }, asset)).toEqual({ passed: true });
    expect(judge({ in: ['a', { cat: v('toString') }] }, asset)).toEqual({ passed: true });
    expect(judge({ '!!': v('') }, asset)).toEqual({ passed: true });
  });

  it('knows no operator but its own, even for logic that was not compiled', () => {
    const outcome = evaluator.evaluate({ logic: { constructor: ['return process'] } }, { asset: ASSET, now: NOW });
    expect(outcome).toEqual({ passed: false, reason: 'could not be evaluated: unknown operator' });
    expect(evaluator.evaluate({ logic: { toString: [] } }, { asset: ASSET, now: NOW }).passed).toBe(false);
  });

  it('says in words what went wrong, also with logic that was not compiled, or an asset that cannot be read', () => {
    let deep: unknown = true;
    for (let level = 0; level < 100_000; level += 1) deep = { '!': [deep] };
    expect(evaluator.evaluate({ logic: deep }, { asset: ASSET, now: NOW })).toEqual({
      passed: false,
      reason: 'could not be evaluated: it is nested too deeply or makes a value that is too large',
    });
    const asset = {
      get name() {
        throw new Error('of a getter');
      },
    };
    expect(evaluator.evaluate({ logic: { var: ['name'] } }, { asset, now: NOW })).toEqual({
      passed: false,
      reason: 'could not be evaluated: its operators do not fit the values they are given',
    });
  });

  it('refuses to make lists and texts without bound', () => {
    const often = Array.from({ length: 60 }, (_, index) => index);
    const twice = [v('accumulator'), v('accumulator')];
    const big = Array.from({ length: 200_000 }, () => 0);
    expect(judge({ merge: Array.from({ length: 6 }, () => v('big')) }, { big })).toMatchObject({
      reason: 'could not be evaluated: made a list of more than 1000000 items',
    });
    expect(judge({ reduce: [often, { merge: twice }, [1]] })).toEqual({
      passed: false,
      reason: 'took more than 2000000 steps',
    });
    expect(judge({ reduce: [often, { cat: twice }, 'x'] })).toMatchObject({
      reason: expect.stringContaining('characters'),
    });
    expect(judge({ cat: [{ reduce: [often, twice, 'x'] }] })).toMatchObject({
      reason: expect.stringContaining('characters'),
    });
  });

  it('fails a rule whose computed pattern cannot be used, with the reason', () => {
    const outcome = judge({ matchesRegex: [v('name'), { cat: ['(', ''] }] });
    expect(outcome).toMatchObject({ passed: false, reason: expect.stringContaining('cannot be used') });
  });

  it.each([null, 'text', 5, [], {}])('bears %j as an asset', (asset) => {
    expect(judge({ '!!': v('owners') }, asset)).toEqual({ passed: false, reason: 'owners is missing' });
  });
});

describe('the steps of a rule', () => {
  const asset = { a: 1, items: Array.from({ length: 100 }, (_, i) => i), text: 'x'.repeat(6_400) };

  const taking = (rule: unknown, steps: number) => {
    const compiled = compileRule(rule);
    if (!compiled.ok) throw new Error(compiled.message);
    return evaluator.evaluate(compiled.rule, { asset, now: NOW }, steps);
  };

  it.each<[title: string, rule: unknown, steps: number]>([
    ['a literal is one', true, 1],
    ['an operation, its arguments and each of them', { '!': [false] }, 3],
    ['a member is an operation, too', { '!': { '!': v('a') } }, 7],
    ['what is not reached is none', { or: [{ '!!': true }, { '!': { '!': v('a') } }] }, 4],
    ['each item that an operation is evaluated on', { all: [v('items'), true] }, 4 + 100],
    ['each item that an operator goes through', { in: [5, v('items')] }, 6 + 100],
    ['each item of a list that is sought in', { contains: [v('items'), 5] }, 6 + 100],
    ['each pair of two lists', { contains: [v('items'), v('items')] }, 8 + 100 * 100],
    ['a text is one for each 64 characters', { '!!': v('text') }, 5 + 100],
    ['a short text is none', { '!!': v('a') }, 5],
  ])('%s', (_title, rule, steps) => {
    expect(taking(rule, steps)).toEqual({ passed: true });
    expect(taking(rule, steps - 1)).toEqual({ passed: false, reason: `took more than ${steps - 1} steps` });
  });

  it('are counted anew for each rule', () => {
    const rule = { all: [v('items'), true] };
    expect([taking(rule, 104), taking(rule, 104)]).toEqual([{ passed: true }, { passed: true }]);
  });

  it('are as many again for its reason, and where they do not do, its value is the reason', () => {
    const deep = { and: [{ and: [{ and: [{ in: [-5, v('items')] }] }] }] };
    expect(taking(deep, 1_000)).toMatchObject({ reason: '-5, expected one of a list of 100' });
    expect(taking({ in: [-5, v('items')] }, 106)).toMatchObject({ reason: '-5, expected one of a list of 100' });
    expect(taking(deep, 109)).toEqual({ passed: false, reason: 'evaluated to false' });
    expect(taking(deep, 108)).toEqual({ passed: false, reason: 'took more than 108 steps' });
  });
});

describe('reasons', () => {
  it.each<[unknown, string]>([
    [{ '!!': v('reviewers') }, 'reviewers is empty'],
    [{ '!!': v('nothing') }, 'nothing is missing'],
    [{ '!!': v('displayName') }, 'displayName is empty'],
    [v('deleted'), 'deleted is false'],
    [{ '!': v('updatedBy') }, 'updatedBy is "anna", expected not'],
    [{ '==': [v('name'), 'x'] }, 'name is "orders", expected "x"'],
    [{ '!=': [v('name'), 'orders'] }, 'name is "orders", expected anything but "orders"'],
    [{ '>': [{ length: v('reviewers') }, 0] }, 'length of reviewers is 0, expected more than 0'],
    [{ '<=': [v('rowCount'), 3] }, 'rowCount is 12, expected at most 3'],
    [{ '<': [1, v('rowCount'), 3] }, 'rowCount is 12, expected between 1 and 3'],
    [{ and: [true, { '==': [v('ratio'), 1] }] }, 'ratio is 0.5, expected 1'],
    [{ or: [{ '!!': v('reviewers') }, { '!!': v('nothing') }] }, 'reviewers is empty, and nothing is missing'],
    [{ some: [v('reviewers'), true] }, 'reviewers is empty'],
    [{ some: [v('tags'), { '==': [v('tagFQN'), 'x'] }] }, 'no item of tags (2) meets {"==":[{"var":["tagFQN"]},"x"]}'],
    [{ all: [v('columns'), { '!!': v('description') }] }, 'in item 2 of columns description is missing'],
    [{ all: [v('reviewers'), true] }, 'reviewers is empty'],
    [
      { none: [v('tags'), { in: ['PII', v('tagFQN')] }] },
      'an item of tags (2) meets {"in":["PII",{"var":["tagFQN"]}]}',
    ],
    [{ in: [v('name'), ['a', 'b']] }, 'name is "orders", expected one of ["a", "b"]'],
    [{ contains: [v('tags'), 'x'] }, 'tags is a list of 2, which does not contain "x"'],
    [{ matchesRegex: [v('name'), '^x'] }, 'name is "orders", which does not match "^x"'],
    [{ isOwner: 'ben' }, 'none of ["ben"] is an owner'],
    [{ isReviewer: v('updatedBy') }, 'none of ["anna"] is a reviewer'],
    [{ isUpdatedAfter: 'P1D' }, `updatedAt is ${NOW - 2 * DAY}, expected after "P1D"`],
    [{ isUpdatedBefore: 5 }, `updatedAt is ${NOW - 2 * DAY}, expected before 5`],
    [{ var: 'name' }, 'evaluated to "orders", only true passes: {"var":["name"]}'],
    [{ '+': [1, 1] }, 'evaluated to 2, only true passes: {"+":[1,1]}'],
    [false, 'evaluated to false: false'],
    [{ if: [true, false] }, 'evaluated to false: {"if":[true,false]}'],
    [{ '===': [v('name'), 'x'] }, 'name is "orders", expected exactly "x"'],
    [{ '!==': [v('name'), 'orders'] }, 'name is "orders", expected anything but "orders"'],
    [{ '>=': [v('rowCount'), 13] }, 'rowCount is 12, expected at least 13'],
    [{ '<': [v('rowCount'), 3] }, 'rowCount is 12, expected less than 3'],
    [{ '<=': [1, v('rowCount'), 3] }, 'rowCount is 12, expected between 1 and 3'],
    [{ '>': [1, 2] }, '1, expected more than 2'],
    [{ '==': ['', 'x'] }, 'empty, expected "x"'],
    [{ '==': [v(''), 1] }, 'it is an object, expected 1'],
    [{ '==': [{ var: [] }, 1] }, 'it is an object, expected 1'],
    [{ '==': [{ var: ['a', 2] }, 1] }, 'a is 2, expected 1'],
    [{ '!': true }, 'true is true, expected not'],
    [{ '!': { '==': [1, 1] } }, '{"==":[1,1]} is true, expected not'],
    [{ '==': [{ length: [v('tags'), v('owners')] }, 1] }, 'length of tags, owners is 2, expected 1'],
    [{ '==': [{ cat: ['a'.repeat(120)] }, 'x'] }, `{"cat":["${'a'.repeat(90)}… is "${'a'.repeat(59)}…", expected "x"`],
    [{ and: [true, { or: [false, v('deleted')] }] }, 'evaluated to false: false, and deleted is false'],
    [{ or: [] }, 'the rule has no parts'],
    [{ and: [v('reviewers')] }, 'evaluated to an empty list, only true passes: {"and":[{"var":["reviewers"]}]}'],
    [v('nothing'), 'nothing is missing'],
    [{ '!!': [[]] }, 'empty'],
    [{ some: [v('nothing'), true] }, 'nothing is missing'],
    [{ some: [v('name'), true] }, 'no item of name (0) meets true'],
    [{ all: [v('columns'), { all: [v('tags'), true] }] }, 'in item 1 of columns tags is missing'],
    [{ all: [v('columns'), v('nothing')] }, 'in item 1 of columns nothing is missing'],
    [
      {
        all: [
          [
            [1, 2],
            [3, 4],
          ],
          { all: [v(''), { '<': [v(''), 4] }] },
        ],
      },
      'in item 2 of a list of 2 in item 2 of it it is 4, expected less than 4',
    ],
    [{ in: ['x', []] }, '"x", expected one of an empty list'],
    [{ isOwner: [] }, 'none of an empty list is an owner'],
    [{ isOwner: [['x', 'y'], 'z'] }, 'none of ["x", "y", "z"] is an owner'],
    [{ isReviewer: [['x', 'y'], 'z'] }, 'none of ["x", "y", "z"] is a reviewer'],
    [{ isUpdatedBefore: v('nothing') }, `updatedAt is ${NOW - 2 * DAY}, expected before missing`],
    [{ isUpdatedAfter: v('nothing') }, `updatedAt is ${NOW - 2 * DAY}, expected after missing`],
    [{ missing: ['x'] }, 'evaluated to ["x"], only true passes: {"missing":["x"]}'],
    [{ if: [false, true] }, 'evaluated to missing: {"if":[false,true]}'],
    [null, 'evaluated to missing: null'],
    [{}, 'evaluated to an empty object, only true passes: {}'],
    [{ '+': [{ var: 'name' }] }, 'evaluated to NaN, only true passes: {"+":[{"var":["name"]}]}'],
    [{ none: [v('tags'), true] }, 'an item of tags (2) meets true'],
    [{ and: [{ '==': [v('name'), 'x'] }, { '==': [v('ratio'), 1] }] }, 'name is "orders", expected "x"'],
    [{ '!': {} }, 'an empty object is an empty object, expected not'],
  ])('%j: %s', (rule, reason) => {
    expect(judge(rule)).toEqual({ passed: false, reason });
  });

  it('are bounded, whatever the rule and the asset', () => {
    const long = 'x'.repeat(50_000);
    const outcome = judge({ or: Array.from({ length: 500 }, () => ({ '==': [v('name'), 'y'] })) }, { name: long });
    if (outcome.passed) throw new Error('passed');
    expect(outcome.reason).toHaveLength(300);
    expect(outcome.reason.endsWith('…')).toBe(true);
  });
});
