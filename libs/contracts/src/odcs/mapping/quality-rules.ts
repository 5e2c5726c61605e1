import { groupBy, isObject } from '@app/common';
import { columnNamed } from '@app/datatypes';
import type { Json } from '../../document/json';
import { isEnumRule } from './enum-rule';
import { type AssetLevel, columnElements, columnName, placesIn } from './read-columns';

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

/** Every rule of an object and its properties. `level`: what the asset has, by which columns are named. */
export function qualityRules(
  object: Json,
  path: string,
  level: AssetLevel = { existing: [], nameCase: 'exact' },
  column: readonly string[] = [],
): FoundRule[] {
  const list = Array.isArray(object.quality) ? (object.quality as unknown[]) : [];
  const own = list.flatMap((rule, index) =>
    isObject(rule) && !isEnumRule(rule) ? [{ rule, path: `${path}.quality[${index}]`, column, list }] : [],
  );
  const { key, holder, elements } = columnElements(object);
  const places = placesIn(holder.properties);
  const below = elements.flatMap((element) => {
    const name = columnName(element, level);
    const inside = columnNamed(level.existing, name, level.nameCase).found?.children ?? [];
    const below = { ...level, existing: inside };
    return qualityRules(element, `${path}.${key}[${places.get(element)}]`, below, [...column, name]);
  });
  return [...own, ...below];
}

/** Takes rules out of the lists that they stand in, each list once: there can be thousands. */
export function dropRules(rules: readonly FoundRule[]): void {
  for (const [list, found] of groupBy(rules, (one) => one.list)) {
    const gone = new Set<unknown>(found.map(({ rule }) => rule));
    const left = list.filter((item) => !gone.has(item));
    list.length = 0;
    for (const item of left) list.push(item);
  }
}

export function ruleKind(rule: Json): 'text' | 'library' | 'sql' | 'custom' {
  if (rule.type === 'text' || rule.type === 'sql' || rule.type === 'custom') return rule.type;
  if (rule.type === undefined && typeof rule.query === 'string') return 'sql';
  return 'library';
}

const LONGEST = 256;

/** Gives each name once. Takes time proportional to the names, however many of them are equal. */
export class UniqueNames {
  private readonly taken = new Set<string>();
  /** The number that is tried next, by what stands before it. */
  private readonly next = new Map<string, number>();

  /** The name, or where it is taken one with a number behind it; at most 256 characters. Takes it. */
  take(name: string): string {
    const unique = this.taken.has(name) ? this.numbered([...name].slice(0, LONGEST - 8).join('')) : name;
    this.taken.add(unique);
    return unique;
  }

  private numbered(start: string): string {
    for (let count = this.next.get(start) ?? 2; ; count++) {
      const name = `${start} (${count})`;
      if (this.taken.has(name)) continue;
      this.next.set(start, count + 1);
      return name;
    }
  }
}
