/** How the value of a condition is entered and written: `exact` is a text that may be empty, `items` a list that may be written as its only text. */
export type ValueShape = 'none' | 'exact' | 'text' | 'number' | 'count' | 'days' | 'tier' | 'list' | 'items';

/** A question that can be asked of fields of one kind. */
export interface Operator {
  /** Words that follow the name of the field; `{value}` stands for the value. */
  readonly text: string;
  readonly shape: ValueShape;
  /** JSON-logic with FIELD and VALUE in the places of the field and its value. */
  readonly rule: object;
}

export type FieldKind =
  | 'text'
  | 'number'
  | 'flag'
  | 'property'
  | 'owners'
  | 'reviewers'
  | 'references'
  | 'tags'
  | 'tier'
  | 'columns'
  | 'updated';

/** The place of `{ "var": <field> }`. */
export const FIELD = '{field}';

/** The place of the value; a text may stand before it, and another one behind it. */
export const VALUE = '{value}';

const not = (rule: object) => ({ '!': rule });
const isOneOf = (member: string) => ({ some: [FIELD, { in: [{ var: member }, VALUE] }] });
const isTiered = { some: [{ var: 'tags' }, { matchesRegex: [{ var: 'tagFQN' }, '^Tier\\.'] }] };

const PRESENCE = {
  set: { text: 'is set', shape: 'none', rule: { '!!': FIELD } },
  unset: { text: 'is not set', shape: 'none', rule: { '!': FIELD } },
} as const;

const SIZE = {
  most: { text: 'has at most {value} entries', shape: 'count', rule: { '<=': [{ length: FIELD }, VALUE] } },
  least: { text: 'has at least {value} entries', shape: 'count', rule: { '>=': [{ length: FIELD }, VALUE] } },
} as const;

const TEXT = {
  equals: { text: 'is {value}', shape: 'exact', rule: { '==': [FIELD, VALUE] } },
  differs: { text: 'is not {value}', shape: 'exact', rule: { '!=': [FIELD, VALUE] } },
  among: { text: 'is one of {value}', shape: 'list', rule: { in: [FIELD, VALUE] } },
  notAmong: { text: 'is none of {value}', shape: 'list', rule: not({ in: [FIELD, VALUE] }) },
  contains: { text: 'contains {value}', shape: 'text', rule: { contains: [FIELD, VALUE] } },
  lacks: { text: 'does not contain {value}', shape: 'text', rule: not({ contains: [FIELD, VALUE] }) },
  matches: { text: 'matches the pattern {value}', shape: 'text', rule: { matchesRegex: [FIELD, VALUE] } },
  mismatches: {
    text: 'does not match the pattern {value}',
    shape: 'text',
    rule: not({ matchesRegex: [FIELD, VALUE] }),
  },
  longest: { ...SIZE.most, text: 'has at most {value} characters' },
  shortest: { ...SIZE.least, text: 'has at least {value} characters' },
} as const;

const RANGE = {
  least: { text: 'is at least {value}', shape: 'number', rule: { '>=': [FIELD, VALUE] } },
  most: { text: 'is at most {value}', shape: 'number', rule: { '<=': [FIELD, VALUE] } },
  above: { text: 'is more than {value}', shape: 'number', rule: { '>': [FIELD, VALUE] } },
  below: { text: 'is less than {value}', shape: 'number', rule: { '<': [FIELD, VALUE] } },
} as const;

const listed = (anyOf: object) => ({
  anyOf: { text: 'include one of {value}', shape: 'list', rule: anyOf } as const,
  noneOf: { text: 'include none of {value}', shape: 'list', rule: not(anyOf) } as const,
  allOf: { text: 'include all of {value}', shape: 'items', rule: { contains: [FIELD, VALUE] } } as const,
  set: { ...PRESENCE.set, text: 'are set' },
  unset: { ...PRESENCE.unset, text: 'are not set' },
  least: { ...SIZE.least, text: 'are at least {value}' },
  most: { ...SIZE.most, text: 'are at most {value}' },
});

const oneColumn = (condition: object) => ({ some: [FIELD, condition] });
const isNamed = { '==': [{ var: 'name' }, VALUE] };
const isTagged = { contains: [{ var: 'tags' }, VALUE] };

/** Operators by the kind of a field. No two of them write the same rule for the same field: a rule is read as it was made. */
export const OPERATORS: Readonly<Record<FieldKind, Readonly<Record<string, Operator>>>> = {
  text: { ...PRESENCE, ...TEXT },
  number: {
    ...RANGE,
    equals: { text: 'is {value}', shape: 'number', rule: { '==': [FIELD, VALUE] } },
    ...PRESENCE,
  },
  flag: {
    yes: { text: 'is yes', shape: 'none', rule: { '==': [FIELD, true] } },
    no: { text: 'is no', shape: 'none', rule: { '==': [FIELD, false] } },
    ...PRESENCE,
  },
  property: {
    ...PRESENCE,
    ...TEXT,
    numberLeast: RANGE.least,
    numberMost: RANGE.most,
    numberAbove: RANGE.above,
    numberBelow: RANGE.below,
  },
  owners: listed({ isOwner: VALUE }),
  reviewers: listed({ isReviewer: VALUE }),
  references: listed(isOneOf('fullyQualifiedName')),
  tags: listed(isOneOf('tagFQN')),
  tier: {
    set: { text: 'is set', shape: 'none', rule: isTiered },
    unset: { text: 'is not set', shape: 'none', rule: not(isTiered) },
    is: { text: 'is {value}', shape: 'tier', rule: { contains: [{ var: 'tags' }, `Tier.${VALUE}`] } },
    isNot: { text: 'is not {value}', shape: 'tier', rule: not({ contains: [{ var: 'tags' }, `Tier.${VALUE}`] }) },
  },
  columns: {
    described: {
      text: 'all have a description',
      shape: 'none',
      rule: { all: [FIELD, { '!!': { var: 'description' } }] },
    },
    named: { text: 'include one named {value}', shape: 'text', rule: oneColumn(isNamed) },
    notNamed: { text: 'include none named {value}', shape: 'text', rule: not(oneColumn(isNamed)) },
    tagged: { text: 'include one tagged {value}', shape: 'text', rule: oneColumn(isTagged) },
    notTagged: { text: 'include none tagged {value}', shape: 'text', rule: { none: [FIELD, isTagged] } },
    least: { ...SIZE.least, text: 'are at least {value}' },
    most: { ...SIZE.most, text: 'are at most {value}' },
  },
  updated: {
    within: { text: 'was within {value} days', shape: 'days', rule: { isUpdatedAfter: `P${VALUE}D` } },
    before: { text: 'was more than {value} days ago', shape: 'days', rule: { isUpdatedBefore: `P${VALUE}D` } },
  },
};
