/** How a value of a sentence is written. */
export type ValueKind = 'text' | 'count' | 'column' | 'tag' | 'domain' | 'pattern' | 'type';

export interface SentenceValue {
  readonly label: string;
  readonly kind: ValueKind;
  readonly example: string;
}

export type Values = Readonly<Record<string, string>>;

/** A rule over the asset in words, with places for its values: `It has the tag {tag}`. */
export interface Sentence {
  /** Name of a rule that is made of it. */
  readonly name: string;
  readonly text: string;
  readonly values: Readonly<Record<string, SentenceValue>>;
  /** JSON-logic of the sentence, with `{tag}` in the place of a value. */
  readonly rule: object;
  /** The name by which the service knows the same rule without JSON-logic. */
  readonly known?: string;
  /** Asked of tables alone: other types name their columns otherwise. */
  readonly isOfTables?: boolean;
}

const PLACE = /\{(\w+)\}/;

/** The sentence as it is read, with its values; a missing one is shown as three dots. */
export const sentenceText = ({ text }: Sentence, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values[name] ? values[name] : '…'));

const isCount = (value: string): boolean => /^[1-9]\d{0,5}$/.test(value);

/** JSON-logic of the sentence with the values. A count that is no number yet stays as it is typed. */
export function ruleOf(sentence: Sentence, values: Values): object {
  return filled(sentence.rule, (name) => {
    const value = values[name] ?? '';
    return sentence.values[name]?.kind === 'count' && isCount(value) ? Number(value) : value;
  }) as object;
}

function filled(template: unknown, valueOf: (name: string) => string | number): unknown {
  if (typeof template === 'string') {
    const [place, name] = PLACE.exec(template) ?? [];
    if (place === undefined || name === undefined) return template;
    return template === place ? valueOf(name) : template.replace(place, () => String(valueOf(name)));
  }
  if (Array.isArray(template)) return template.map((item) => filled(item, valueOf));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([operator, item]) => [operator, filled(item, valueOf)]));
}

/** The values with which the sentence is this rule; undefined where it is another one. */
export function valuesIn({ rule: template, values: kinds }: Sentence, rule: unknown): Values | undefined {
  const found: Record<string, string> = {};
  const isSame = (expected: unknown, given: unknown): boolean => {
    if (typeof expected === 'string') {
      const [place, name] = PLACE.exec(expected) ?? [];
      if (place === undefined || name === undefined) return expected === given;
      const isExact = expected === place;
      if (isExact && typeof given === 'number' && kinds[name]?.kind === 'count') return take(name, String(given));
      if (typeof given !== 'string') return false;
      const [before = '', behind = ''] = expected.split(place);
      const isLong = given.length >= before.length + behind.length;
      if (!isLong || !given.startsWith(before) || !given.endsWith(behind)) return false;
      return take(name, given.slice(before.length, given.length - behind.length));
    }
    if (Array.isArray(expected))
      return (
        Array.isArray(given) &&
        expected.length === given.length &&
        expected.every((item, at) => isSame(item, given[at]))
      );
    if (typeof expected !== 'object' || expected === null) return expected === given;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
    const members = Object.entries(expected);
    return (
      members.length === Object.keys(given).length &&
      members.every(([name, item]) => isSame(item, (given as Record<string, unknown>)[name]))
    );
  };
  const take = (name: string, value: string): boolean => {
    if (found[name] !== undefined && found[name] !== value) return false;
    found[name] = value;
    return true;
  };
  return isSame(spread(template), spread(rule)) ? found : undefined;
}

/** The one form of a rule that may be written in two: an operator's single argument stands in a list. */
function spread(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(spread);
  if (typeof rule !== 'object' || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).map(([operator, given]) => [operator, (Array.isArray(given) ? given : [given]).map(spread)]),
  );
}

/** Why the values cannot be sent, by name. */
export function faultsOfValues({ values: kinds }: Sentence, values: Values): Values {
  const faults = Object.entries(kinds).flatMap(([name, { kind }]) => {
    const value = values[name] ?? '';
    if (kind === 'count') return isCount(value) ? [] : [[name, 'A whole number from 1 to 999999']];
    return value.trim() === '' ? [[name, 'This is missing']] : [];
  });
  return Object.fromEntries(faults) as Values;
}
