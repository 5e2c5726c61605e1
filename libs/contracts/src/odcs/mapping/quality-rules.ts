import { isObject } from '@app/common';
import type { AssetColumn } from '../../document/asset-columns';
import type { Json } from '../document/json';
import { columnElements, columnName } from './read-columns';

/** A quality rule of a schema object, wherever below it. */
export interface FoundRule {
  readonly rule: Json;
  readonly path: string;
  /** Names of the columns that lead to it, from the outermost; none for a rule of the whole object. */
  readonly column: readonly string[];
  /** The list that it stands in. */
  readonly list: unknown[];
}

export const JSON_LOGIC_ENGINE = 'json-logic';
export const TEST_CASE_ENGINE = 'test-case';

/** Every rule of an object and its properties. `existing`: what the asset has, by which columns are named. */
export function qualityRules(
  object: Json,
  path: string,
  existing: readonly AssetColumn[] = [],
  column: readonly string[] = [],
): FoundRule[] {
  const list = Array.isArray(object.quality) ? (object.quality as unknown[]) : [];
  const own = list.flatMap((rule, index) =>
    isObject(rule) ? [{ rule, path: `${path}.quality[${index}]`, column, list }] : [],
  );
  const { key, elements } = columnElements(object);
  const holder = key === 'properties' ? object : (object.items as Json);
  const listed = Array.isArray(holder.properties) ? (holder.properties as unknown[]) : [];
  const below = elements.flatMap((element) => {
    const name = columnName(element, existing);
    const inside = existing.find((one) => one.name === name)?.children ?? [];
    return qualityRules(element, `${path}.${key}[${listed.indexOf(element)}]`, inside, [...column, name]);
  });
  return [...own, ...below];
}

export function ruleKind(rule: Json): 'text' | 'library' | 'sql' | 'custom' {
  if (rule.type === 'text' || rule.type === 'sql' || rule.type === 'custom') return rule.type;
  if (rule.type === undefined && typeof rule.query === 'string') return 'sql';
  return 'library';
}

const LONGEST = 256;

/** The name, or where it is taken one with a number behind it; at most 256 characters. Takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${[...name].slice(0, LONGEST - 8).join('')} (${count})`;
  taken.add(unique);
  return unique;
}
