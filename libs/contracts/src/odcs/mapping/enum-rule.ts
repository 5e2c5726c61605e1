import { isObject } from '@app/common';
import { customProperty, type Json, objectsOf, setCustomProperty, setOrDelete } from '../../document/json';

/** Marks the library rule that says the list of values of a property, in versions of the standard that have no `enum`. */
const ENUM_RULE = 'enum';

/** Whether a rule says the list of values of its property. */
export const isEnumRule = (rule: Json): boolean => customProperty(rule, ENUM_RULE) === true;

/** The values that a property allows, and where it says so. */
export function enumOf(property: Json): { readonly values: unknown; readonly at: string } | undefined {
  const { enum: list, quality } = property;
  if (Array.isArray(list))
    return { values: list.map((item: unknown) => (isObject(item) ? item.value : item)), at: 'enum' };
  const rules: readonly unknown[] = Array.isArray(quality) ? quality : [];
  const index = rules.findIndex((rule) => isObject(rule) && isEnumRule(rule));
  const rule = rules[index] as Json | undefined;
  return rule && { values: (rule.arguments as Json | undefined)?.validValues, at: `quality[${index}]` };
}

/** Gives a property the list, in place; entries of values that stay have what the document says of them. */
export function setEnum(property: Json, values: readonly unknown[] | undefined): void {
  const rules = objectsOf(property.quality).filter((rule) => !isEnumRule(rule));
  if (rules.length !== objectsOf(property.quality).length)
    setOrDelete(property, 'quality', rules.length ? rules : undefined);
  const before = new Map(objectsOf(property.enum).map((item) => [item.value, item]));
  setOrDelete(property, 'enum', values?.length ? values.map((value) => before.get(value) ?? { value }) : undefined);
}

/**
 * Writes the lists of values below an element as rules, in place, for a version of the standard that has no `enum`.
 *
 * @param word the member of a library rule that names what is counted: `metric`, or `rule` of 3.0, which requires it
 */
export function enumsAsRules(element: Json, word: 'metric' | 'rule'): void {
  for (const property of objectsOf(element.properties)) {
    const found = Array.isArray(property.enum) ? enumOf(property) : undefined;
    if (found) {
      delete property.enum;
      const rule: Json = {
        ...{ type: 'library', [word]: 'invalidValues', mustBe: 0 },
        arguments: { validValues: found.values },
      };
      setCustomProperty(rule, ENUM_RULE, true);
      property.quality = [...objectsOf(property.quality), rule];
    }
    enumsAsRules(property, word);
    if (isObject(property.items)) enumsAsRules(property.items, word);
  }
}
