import { RULE_BYTES, RULE_DEPTH, compileRule } from './rule-compiler';

function messageOf(rule: unknown): string {
  const outcome = compileRule(rule);
  if (outcome.ok) throw new Error(`${JSON.stringify(rule)} was taken`);
  return outcome.message;
}

function nested(levels: number): unknown {
  let rule: unknown = true;
  for (let level = 1; level < levels; level += 1) rule = [rule];
  return rule;
}

/**
 * An unknown operator nested below `lists` operations with a one-item list, and `singles` operations with a plain
 * argument.
 */
function below(lists: number, singles: number): unknown {
  let rule: unknown = { nope: 1 };
  for (let n = 0; n < lists; n += 1) rule = { and: [rule] };
  for (let n = 0; n < singles; n += 1) rule = { '!': rule };
  return rule;
}

describe('compileRule', () => {
  it.each([
    [{ '!!': { var: 'owners' } }, { '!!': [{ var: ['owners'] }] }],
    ['{"!!": {"var": "owners"}}', { '!!': [{ var: ['owners'] }] }],
    [{ and: [{ '==': [{ var: 'a' }, 1] }, true] }, { and: [{ '==': [{ var: ['a'] }, 1] }, true] }],
    [{ isOwner: { var: 'updatedBy' } }, { isOwner: [{ var: ['updatedBy'] }] }],
    [{ matchesRegex: [{ var: 'name' }, '^a+$'] }, { matchesRegex: [{ var: ['name'] }, '^a+$'] }],
    [{ matchesRegex: [{ var: 'a' }, { var: 'b' }] }, { matchesRegex: [{ var: ['a'] }, { var: ['b'] }] }],
    [{ isUpdatedAfter: 'P7D' }, { isUpdatedAfter: ['P7D'] }],
    [{ isUpdatedAfter: { var: 'a' } }, { isUpdatedAfter: [{ var: ['a'] }] }],
    [{ '?:': [true, 1, 2] }, { '?:': [true, 1, 2] }],
    [true, true],
    [false, false],
    [null, null],
    [5, 5],
    ['"text"', 'text'],
    ['true', true],
    [[], []],
    [{}, {}],
  ])('takes %j', (rule, logic) => {
    expect(compileRule(rule)).toEqual({ ok: true, rule: { logic, text: JSON.stringify(logic) } });
  });

  it.each([
    ['', 'the rule is empty'],
    ['  ', 'the rule is empty'],
    ['owners', 'a text that is not JSON'],
    ['{"!!": ', 'a text that is not JSON'],
    [undefined, 'there is undefined'],
    [{ '!!': () => true }, 'there is function at !!'],
    [{ nope: 1 }, 'unknown operator "nope"; allowed are var, missing'],
    [{ nope: 1 }, 'isUpdatedAfter, contains, matchesRegex'],
    [{ and: [true, { '>': [{ foo: 1 }, 2] }] }, 'unknown operator "foo" at and[1].>[0]'],
    [{ '!': { foo: 1 } }, 'unknown operator "foo" at !; allowed'],
    [{ '!': [{ foo: 1 }] }, 'unknown operator "foo" at ![0]; allowed'],
    [[1, { foo: 1 }], 'unknown operator "foo" at [1]'],
    [{ constructor: 1 }, 'unknown operator "constructor"'],
    ['{"__proto__": {"x": 1}}', 'unknown operator "__proto__"'],
    [{ method: 'eval' }, 'unknown operator "method"'],
    [{ val: 'a' }, 'unknown operator "val"'],
    [{ eachKey: { a: 1 } }, 'unknown operator "eachKey"'],
    [{ '==': [1, 1], '!=': [1, 2] }, 'an operation has one operator, and there are 2: "==", "!="'],
    [{ '!': { isUpdatedAfter: 'rubbish' } }, 'isUpdatedAfter takes a time at !.isUpdatedAfter: epoch milliseconds'],
    [{ isUpdatedBefore: [] }, 'isUpdatedBefore takes a time'],
    [{ isUpdatedBefore: [null, 'P1D'] }, 'isUpdatedBefore takes a time'],
    [{ matchesRegex: [{ var: 'a' }, '('] }, 'cannot be used'],
    [{ matchesRegex: [{ var: 'a' }, '(a)\\1'] }, 'cannot be used'],
    [{ matchesRegex: [{ var: 'a' }, 'a'.repeat(1001)] }, 'longer than 1000'],
    [{ matchesRegex: [{ var: 'a' }, 5] }, 'must be a text'],
    [{ matchesRegex: { var: 'a' } }, 'has 1 arguments at matchesRegex'],
    [{ some: [{ var: 'tags' }, { matchesRegex: [{ var: 'name' }, '['] }] }, 'at some[1].matchesRegex'],
  ])('refuses %j', (rule, why) => {
    expect(messageOf(rule)).toContain(why);
  });

  it('bounds depth, also of what would break a recursion', () => {
    expect(compileRule(nested(RULE_DEPTH)).ok).toBe(true);
    expect(messageOf(nested(RULE_DEPTH + 1))).toContain('more than 64 levels');
    const operations = (levels: number) => Array.from({ length: levels }).reduce((rule) => ({ '!': rule }), true);
    expect(compileRule(operations(RULE_DEPTH - 1)).ok).toBe(true);
    expect(messageOf(operations(RULE_DEPTH))).toContain('more than 64 levels');
    expect(messageOf('['.repeat(30_000) + ']'.repeat(30_000))).toContain('more than 64 levels');
  });

  it('bounds size, in bytes, of an object as of a text', () => {
    const literal = 'é'.repeat(RULE_BYTES / 2 - 1);
    expect(compileRule(JSON.stringify(literal)).ok).toBe(true);
    expect(messageOf(JSON.stringify(`${literal}x`))).toContain('at most 65536');
    expect(messageOf({ '==': [literal, 'x'] })).toContain('at most 65536');
    expect(messageOf({ or: Array.from({ length: 100_000 }, () => ({ nothing: 1 })) })).toBe(
      'the rule has too many bytes, at most 65536 are allowed',
    );
    expect(messageOf(`${' '.repeat(RULE_BYTES)}1`)).toBe('the rule has 65537 bytes, at most 65536 are allowed');
  });

  it('names five operators, each by 60 characters', () => {
    const [short, long] = ['s'.repeat(60), 'l'.repeat(61)];
    const five = { [short]: 1, [long]: 1, c: 1, d: 1, e: 1 };
    const names = `"${short}", "${'l'.repeat(60)}…", "c", "d", "e"`;
    expect(messageOf(five)).toBe(`an operation has one operator, and there are 5: ${names}`);
    expect(messageOf({ ...five, f: 1 })).toBe(`an operation has one operator, and there are 6: ${names} …`);
  });

  it('names a place by 200 characters', () => {
    const path = `${'!.'.repeat(6)}${'and[0].'.repeat(27)}`.slice(0, -1);
    expect(path).toHaveLength(200);
    expect(messageOf(below(27, 6))).toContain(`"nope" at ${path}; allowed`);
    expect(messageOf(below(28, 3))).toContain(
      `"nope" at ${`${'!.'.repeat(3)}${'and[0].'.repeat(28)}`.slice(0, 200)}…; allowed`,
    );
  });

  it('passes on an error that is not of the rule', () => {
    const broken = {
      get '!!'() {
        throw new Error('of a getter');
      },
    };
    expect(() => compileRule(broken)).toThrow('of a getter');
  });

  it('keeps its messages short whatever the rule', () => {
    expect(messageOf({ ['x'.repeat(60_000)]: 1 }).length).toBeLessThan(1000);
  });
});
