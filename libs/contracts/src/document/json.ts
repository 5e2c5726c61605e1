import { isObject } from '@app/common';

/** A JSON object whose members are not known. */
export type Json = Record<string, unknown>;

/** The objects of an array, without what else is in it; empty for what is no array. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The text, where it is one and not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Members without an equivalent in ODCS, stored as custom properties. */
export const OWN_PROPERTIES = ['displayName', 'effectiveFrom', 'effectiveUntil', 'sourceUrl'] as const;

/** FQN of the contract that replaces this one. */
export const SUCCESSOR = 'successor';
/** The custom property for `sla.learned`. */
export const SLA_LEARNED = 'slaLearned';

/** Marks a quality rule that the contract has of itself (odcsQualityRules); its value is the index in that list. */
export const OWN_RULE = 'odcsQualityRule';

/** The status of the contract where the standard has no word of its own for it; it counts as long as it agrees with that word. */
export const EXACT_STATUS = 'entityStatus';
/** The contract's extension, which says how it is judged too. */
export const EXTENSION = 'contractExtension';

/** The value of a custom property of an element, if it has it. */
export function customProperty(element: Json, name: string): unknown {
  return objectsOf(element.customProperties).find(({ property }) => property === name)?.value;
}

/** Sets, replaces or (undefined) removes a custom property in the element itself; the others stay as they are. */
export function setCustomProperty(element: Json, name: string, value: unknown): void {
  const list = objectsOf(element.customProperties);
  const found = list.find(({ property }) => property === name);
  if (found && value !== undefined) found.value = value;
  else if (value !== undefined) element.customProperties = [...list, { property: name, value }];
  else if (found)
    setOrDelete(element, 'customProperties', list.length > 1 ? list.filter((item) => item !== found) : undefined);
}

/** Sets a member, or (undefined) takes it out, in the element itself. */
export function setOrDelete(element: Json, key: string, value: unknown): void {
  if (value === undefined) delete element[key];
  else element[key] = value;
}
