/** Words for types that other formats and versions have, and those of the standard, the best one first. */
const LOGICAL_TYPES: Readonly<Record<string, readonly string[]>> = {
  integer: ['int', 'long', 'bigint', 'smallint', 'short', 'tinyint', 'int32', 'int64'],
  number: ['float', 'double', 'decimal', 'numeric', 'real'],
  string: ['text', 'varchar', 'char', 'uuid', 'bytes', 'binary', 'enum'],
  boolean: ['bool'],
  timestamp: ['datetime', 'timestamp_tz', 'timestamp_ntz', 'timestamptz'],
  object: ['record', 'struct', 'map', 'json'],
  array: ['list', 'vector'],
  // 3.0 has one word for all of them.
  date: ['timestamp', 'datetime', 'timestamp_tz', 'timestamp_ntz', 'time'],
};

/** With the names that the rules of 3.0 have. */
const METRICS: Readonly<Record<string, readonly string[]>> = {
  missingValues: [],
  invalidValues: ['validValues'],
  duplicateValues: ['duplicateCount', 'duplicates', 'unique'],
  nullValues: ['nullCheck', 'nullCount', 'nulls'],
  rowCount: ['countCheck', 'rows', 'row_count'],
};

const DIMENSIONS: Readonly<Record<string, readonly string[]>> = {
  conformity: ['validity', 'cf'],
  completeness: ['cp'],
  timeliness: ['tm', 'freshness'],
  uniqueness: ['uq'],
  accuracy: ['ac'],
  consistency: ['cs'],
  coverage: ['cv'],
};

const OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  logicalType: LOGICAL_TYPES,
  metric: METRICS,
  dimension: DIMENSIONS,
  type: { custom: [] },
};

/** The allowed word that this one of the key means: in another letter case, or another word for it. */
export function allowedWord(key: string, value: unknown, allowed: readonly unknown[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const words = allowed.filter((word) => typeof word === 'string');
  const same = (one: string): boolean => one.toLowerCase() === value.trim().toLowerCase();
  const spelled = words.find(same);
  if (spelled !== undefined) return spelled;
  const others = Object.entries(OTHER_WORDS[key] ?? {});
  return others.find(([word, aliases]) => words.includes(word) && aliases.some(same))?.[0];
}

/** The metric of 3.1 that a metric, or a rule of 3.0, means; undefined where the standard has no such metric. */
export function metricMeant(word: string): string | undefined {
  return allowedWord('metric', word, Object.keys(METRICS));
}
