import { operatorsOf, subjectOf } from './rule-subjects';
import { isGroup, type Condition, type Group, type Part, type RuleValue } from './rule-tree';
import { faultOfValue } from './rule-values';

/** A rule of conditions in words, as a sentence without its full stop. */
export function treeText(tree: Group): string {
  if (tree.parts.length === 0) return 'It has no condition yet';
  const text = groupText(tree);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const JOINED = { all: ' and ', any: ' or ', none: ', ' } as const;

function groupText({ kind, parts }: Group): string {
  const texts = parts.map((part) => partText(part, parts.length > 1 && kind !== 'none'));
  const text = texts.length === 0 ? '…' : texts.join(JOINED[kind]);
  return kind === 'none' ? `none of (${text})` : text;
}

/** A part in words; a group of several in brackets where others stand beside it. */
function partText(part: Part, isBeside: boolean): string {
  if (!isGroup(part)) return conditionText(part);
  const text = groupText(part);
  return isBeside && part.kind !== 'none' && part.parts.length > 1 ? `(${text})` : text;
}

function conditionText({ field, operator, value }: Condition): string {
  const label = subjectOf(field)?.label ?? field;
  const name = field.startsWith('extension.') ? label : label.toLowerCase();
  const { text = '', shape } = operatorsOf(field)[operator] ?? {};
  const said = shape === 'exact' && value === '' ? 'an empty text' : valueText(value);
  return `${name} ${text.replace('{value}', () => said)}`;
}

function valueText(value: RuleValue | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? '…' : (value as readonly string[]).join(', ');
  return value === undefined || value === '' ? '…' : String(value as string | number);
}

/** Why a condition cannot be sent; undefined where it can. */
export const faultOfCondition = ({ field, operator, value }: Condition): string | undefined =>
  faultOfValue(operatorsOf(field)[operator]?.shape ?? 'none', value);

export const EMPTY_GROUP = 'A group needs a condition';

/** The first reason why a rule of conditions cannot be sent; undefined where it can. */
export function faultOfPart(part: Part): string | undefined {
  if (!isGroup(part)) {
    const fault = faultOfCondition(part);
    return fault && `${conditionText(part)}: ${fault}`;
  }
  if (part.parts.length === 0) return EMPTY_GROUP;
  for (const inner of part.parts) {
    const fault = faultOfPart(inner);
    if (fault) return fault;
  }
  return undefined;
}
