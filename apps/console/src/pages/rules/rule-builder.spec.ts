import fc from 'fast-check';
import { logicOf, treeOf } from './rule-logic';
import { OPERATORS, type ValueShape } from './rule-operators';
import { fieldsOf, operatorsOf, propertyField, SUBJECTS, subjectOf } from './rule-subjects';
import { isGroup, isTooDeep, type Condition, type Group, type Part, type RuleValue } from './rule-tree';
import { carriedValue, emptyValue, faultOfValue, readValue, typedValue } from './rule-values';
import { faultOfPart, treeText } from './rule-words';

const FIELDS = [...Object.keys(SUBJECTS), propertyField('costCenter'), propertyField('a b.c')];

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('PII.Sensitive', 'Tier.Tier1', '{value}', '{field}', '$&', '1.', 'P3D'),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
);

const VALUES: Readonly<Record<ValueShape, fc.Arbitrary<RuleValue | undefined>>> = {
  none: fc.constant(undefined),
  exact: texts,
  text: texts,
  tier: texts,
  days: fc.oneof(fc.constant(''), fc.nat().map(String)),
  number: fc.oneof(numbers, fc.constantFrom('', '-', '1.', '1.0', '-0')),
  count: fc.oneof(fc.nat(), fc.constant('')),
  list: fc.array(texts),
  items: fc.array(texts),
};

const conditions: fc.Arbitrary<Condition> = fc
  .constantFrom(...FIELDS.flatMap((field) => Object.keys(operatorsOf(field)).map((operator) => ({ field, operator }))))
  .chain(({ field, operator }) =>
    VALUES[operatorsOf(field)[operator]!.shape].map((value) =>
      value === undefined ? { field, operator } : { field, operator, value },
    ),
  );

const { group: groups } = fc.letrec<{ part: Part; group: Group }>((tie) => ({
  part: fc.oneof({ maxDepth: 8 }, conditions, tie('group')),
  group: fc.record({ kind: fc.constantFrom('all', 'any', 'none'), parts: fc.array(tie('part'), { maxLength: 4 }) }),
}));

/** A rule as it comes back from where it was stored. */
const stored = (rule: object): unknown => JSON.parse(JSON.stringify(rule).replaceAll(':-0', ':0'));

const nested = (kind: Group['kind'], levels: number): Group => {
  let tree: Group = { kind, parts: [{ field: 'tags', operator: 'noneOf', value: ['a'] }] };
  for (let level = 1; level < levels; level += 1) tree = { kind, parts: [tree] };
  return tree;
};

/** Operators of the service (docs/semantics-rules.md) that conditions are made of. */
const EVALUATED = [
  ...['!', '!!', '<', '<=', '==', '!=', '>', '>=', 'all', 'contains', 'in', 'isOwner', 'isReviewer', 'isUpdatedAfter'],
  ...['isUpdatedBefore', 'length', 'matchesRegex', 'none', 'some', 'var'],
];

const operatorsIn = (logic: unknown): string[] =>
  typeof logic !== 'object' || logic === null
    ? []
    : [...(Array.isArray(logic) ? [] : Object.keys(logic)), ...Object.values(logic).flatMap(operatorsIn)];

/** Levels of a rule as the service counts them: an operator and each of its arguments. */
function levelsIn(logic: unknown): number {
  if (typeof logic !== 'object' || logic === null) return 1;
  const parts = Array.isArray(logic) ? logic : Object.values(logic).flat(1);
  return 1 + Math.max(0, ...parts.map(levelsIn));
}

describe('a rule of conditions', () => {
  it('is read as it was written', () =>
    fc.assert(
      fc.property(groups, (tree) => {
        const logic = stored(logicOf(tree));
        expect(treeOf(logic)).toEqual({ tree });
        expect(logicOf(treeOf(logic).tree!)).toEqual(logic);
      }),
      { numRuns: 2000 },
    ));

  it('is made of operators that the service evaluates', () => {
    const used = FIELDS.flatMap((field) => Object.values(operatorsOf(field)).flatMap(({ rule }) => operatorsIn(rule)));
    expect([...new Set(used)].toSorted()).toEqual(EVALUATED.toSorted());
  });

  it('is one of each operator of each field, no two of which write the same', () => {
    for (const field of FIELDS) {
      const rules = Object.values(operatorsOf(field)).map(({ rule }) => JSON.stringify(rule));
      expect(new Set(rules).size).toBe(rules.length);
      const said = Object.values(operatorsOf(field)).map(({ text }) => text);
      expect([field, new Set(said).size]).toEqual([field, said.length]);
    }
  });

  it.each(['all', 'any', 'none'] as const)('is nested as deep as the service permits: %s', (kind) => {
    const deepest = Array.from({ length: 64 }, (_, at) => at + 1).filter((levels) => !isTooDeep(nested(kind, levels)));
    expect(deepest.length).toBe(kind === 'none' ? 29 : 59);
    const tree = nested(kind, deepest.length);
    expect(levelsIn(logicOf(tree))).toBeGreaterThan(62);
    expect(levelsIn(logicOf(tree))).toBeLessThanOrEqual(64);
    expect(treeOf(logicOf(tree))).toEqual({ tree });
    const further = logicOf(nested(kind, deepest.length + 1));
    expect(treeOf(further).obstacle).toBe('Its groups are nested deeper than conditions can be.');
  });
});

describe('a rule that was made elsewhere', () => {
  it.each<[string, object, Group]>([
    ['a bare condition', { '!!': { var: 'owners' } }, { kind: 'all', parts: [{ field: 'owners', operator: 'set' }] }],
    [
      'a variable in a list',
      { '!': [{ var: ['description'] }] },
      { kind: 'all', parts: [{ field: 'description', operator: 'unset' }] },
    ],
    [
      'one tag as a text',
      { or: [{ contains: [{ var: 'tags' }, 'PII.None'] }] },
      { kind: 'any', parts: [{ field: 'tags', operator: 'allOf', value: ['PII.None'] }] },
    ],
    [
      'a tier',
      { and: [{ contains: [{ var: 'tags' }, 'Tier.Tier1'] }] },
      { kind: 'all', parts: [{ field: 'tier', operator: 'is', value: 'Tier1' }] },
    ],
    [
      'owners, one of them',
      { isOwner: 'anna' },
      { kind: 'all', parts: [{ field: 'owners', operator: 'anyOf', value: ['anna'] }] },
    ],
    [
      'a negated group',
      { '!': { and: [{ '!!': { var: 'tags' } }, { '!': { var: 'owners' } }] } },
      {
        kind: 'none',
        parts: [
          {
            kind: 'all',
            parts: [
              { field: 'tags', operator: 'set' },
              { field: 'owners', operator: 'unset' },
            ],
          },
        ],
      },
    ],
    [
      'a custom property',
      { '<=': [{ var: 'extension.days' }, 3] },
      { kind: 'all', parts: [{ field: 'extension.days', operator: 'numberMost', value: 3 }] },
    ],
  ])('opens as conditions: %s', (_, logic, tree) => expect(treeOf(logic)).toEqual({ tree }));

  it.each<[unknown, string | RegExp]>([
    [undefined, 'It has no condition yet.'],
    [{ reduce: [{ var: 'columns' }, 1, 0] }, 'No condition says {"reduce":[{"var":"columns"},1,0]}.'],
    [{ and: [{ '!!': { var: 'owners' } }, { isOwner: { var: 'updatedBy' } }] }, /^No condition says \{"isOwner"/],
    [{ '==': [{ var: ['name', 'x'] }, 'a'] }, /^No condition says/],
    // A text in the place of a list asks for a part of it.
    [{ some: [{ var: 'tags' }, { in: [{ var: 'tagFQN' }, 'PII.None'] }] }, /^No condition says/],
    [{ '>=': [{ var: 'partitions' }, '3'] }, /^No condition says/],
    [{ '>=': [{ length: { var: 'owners' } }, 2.5] }, /^No condition says/],
    [{ isUpdatedAfter: 'P1M' }, /^No condition says/],
    [{ '!!': { var: 'columns.name' } }, /^No condition says/],
    [{ '!': [{ var: 'a' }, { var: 'b' }] }, /^No condition says/],
    [{ if: [{ '!!': { var: 'owners' } }, true, 'x'.repeat(200)] }, /…\.$/],
    [{ '!!': { var: 'owners' }, '!': { var: 'tags' } }, /^No condition says/],
    ['text', 'No condition says "text".'],
    [null, 'No condition says null.'],
    [true, 'No condition says true.'],
    [{ '!!': { var: 'constructor' } }, /^No condition says/],
  ])('is left as JSON, and says why: %j', (logic, obstacle) => expect(treeOf(logic).obstacle).toMatch(obstacle));
});

describe('conditions in words', () => {
  it.each<[Group, string]>([
    [{ kind: 'all', parts: [] }, 'It has no condition yet'],
    [{ kind: 'all', parts: [{ field: 'owners', operator: 'set' }] }, 'Owners are set'],
    [
      {
        kind: 'all',
        parts: [
          { field: 'name', operator: 'matches', value: '^dim_' },
          {
            kind: 'any',
            parts: [
              { field: 'tags', operator: 'anyOf', value: ['a', 'b'] },
              { field: 'tier', operator: 'is', value: '' },
            ],
          },
          { kind: 'none', parts: [{ field: 'extension.costCenter', operator: 'equals', value: '' }] },
        ],
      },
      'Name matches the pattern ^dim_ and (tags include one of a, b or tier is …) and none of (costCenter is an empty text)',
    ],
  ])('%j', (tree, text) => expect(treeText(tree)).toBe(text));

  it('say what keeps a rule from being sent', () => {
    expect(faultOfPart({ kind: 'all', parts: [] })).toBe('A group needs a condition');
    const half: Group = { kind: 'any', parts: [{ field: 'tags', operator: 'allOf', value: [] }] };
    expect(faultOfPart({ kind: 'all', parts: [half] })).toBe('tags include all of …: Enter at least one');
    expect(faultOfPart({ kind: 'all', parts: [{ field: 'name', operator: 'equals', value: '' }] })).toBeUndefined();
  });
});

describe('values of conditions', () => {
  it.each<[ValueShape, string, RuleValue | undefined]>([
    ['number', '3', 3],
    ['number', '-', '-'],
    ['number', '1.0', '1.0'],
    ['number', '1.05', 1.05],
    ['number', '1e3', undefined],
    ['number', 'Infinity', undefined],
    ['count', '12', 12],
    ['count', '', ''],
    ['count', '-1', undefined],
    ['count', '1.5', undefined],
    ['days', '90', '90'],
    ['days', '9x', undefined],
    ['text', 'a', 'a'],
  ])('of the shape %s are typed: %s', (shape, text, value) => expect(typedValue(shape, text)).toBe(value));

  it('start empty, and can be sent once they are whole', () => {
    for (const shape of new Set(
      Object.values(OPERATORS).flatMap((kind) => Object.values(kind).map((one) => one.shape)),
    )) {
      const empty = emptyValue(shape);
      expect(readValue(shape, empty)).toEqual(empty);
      expect([shape, faultOfValue(shape, empty) === undefined]).toEqual([shape, shape === 'none' || shape === 'exact']);
    }
    expect(faultOfValue('days', '0')).toBe('A whole number from 1 to 999999');
    expect(faultOfValue('number', 0)).toBeUndefined();
    expect(faultOfValue('count', 0)).toBeUndefined();
    expect(faultOfValue('tier', ' ')).toBe('This is missing');
  });

  it('are kept by another operator where they fit', () => {
    expect(carriedValue('list', 'a')).toEqual(['a']);
    expect(carriedValue('list', '')).toEqual([]);
    expect(carriedValue('text', ['a', 'b'])).toBe('a');
    expect(carriedValue('count', 3)).toBe(3);
    expect(carriedValue('text', 3)).toBe('3');
    expect(carriedValue('count', 'many')).toBe('');
    expect(carriedValue('none', 'a')).toBeUndefined();
  });

  it('are asked of fields that the type has', () => {
    expect(fieldsOf('topic')).not.toContain('columns');
    expect(fieldsOf('table')).toContain('columns');
    expect(subjectOf('extension.')).toBeUndefined();
    expect(subjectOf('toString')).toBeUndefined();
    expect(isGroup({ field: 'name', operator: 'set' })).toBe(false);
  });
});
