import { isObject } from '@app/common';
import type { CrawlRules } from '../../access/data-access';
import type { NamePatterns } from './name-patterns';
import type { CrawlPatterns } from './select-tables';

type PatternName = 'databaseFilterPattern' | 'schemaFilterPattern' | 'tableFilterPattern';

/** Those of the data access; where it gives none, those that the connection has for its connectors. */
export function crawlPatterns(rules: Pick<CrawlRules, PatternName>, config: unknown): CrawlPatterns {
  const members = isObject(config) ? config : {};
  const of = (name: PatternName): NamePatterns => rules[name] ?? patternsOf(members[name]);
  return {
    databases: of('databaseFilterPattern'),
    schemas: of('schemaFilterPattern'),
    tables: of('tableFilterPattern'),
  };
}

/** A connection may have any members. */
function patternsOf(value: unknown): NamePatterns {
  const { includes, excludes } = isObject(value) ? value : {};
  return { includes: textsOf(includes), excludes: textsOf(excludes) };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
