/** The operators of JSON-logic (jsonlogic.com, operations). `log` returns its argument and writes nothing. */
export const STANDARD_OPERATORS = [
  'var',
  'missing',
  'missing_some',
  'if',
  '?:',
  '==',
  '===',
  '!=',
  '!==',
  '!',
  '!!',
  'or',
  'and',
  '>',
  '>=',
  '<',
  '<=',
  'max',
  'min',
  '+',
  '-',
  '*',
  '/',
  '%',
  'map',
  'reduce',
  'filter',
  'all',
  'none',
  'some',
  'merge',
  'in',
  'cat',
  'substr',
  'log',
] as const;

/** The operators of the reference service in addition to the standard ones. */
export const CUSTOM_OPERATORS = [
  'length',
  'isOwner',
  'isReviewer',
  'isUpdatedBefore',
  'isUpdatedAfter',
  'contains',
  'matchesRegex',
] as const;

export type StandardOperator = (typeof STANDARD_OPERATORS)[number];
export type CustomOperator = (typeof CUSTOM_OPERATORS)[number];
export type RuleOperator = StandardOperator | CustomOperator;

const KNOWN: ReadonlySet<string> = new Set([...STANDARD_OPERATORS, ...CUSTOM_OPERATORS]);

export function isOperator(name: string): name is RuleOperator {
  return KNOWN.has(name);
}
