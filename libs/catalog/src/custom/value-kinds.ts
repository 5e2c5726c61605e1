import { childPath, instantFault, isObject, isUuid, parseDuration, type ErrorDetail } from '@app/common';

/** Configuration that values are validated against, in addition to the kind: enum values, a format, table columns, entity types. */
export type PropertyConfig = unknown;

/** One kind of value, under its name in the public API reference. */
export interface ValueKind {
  readonly description: string;
  /** Validates a configuration; absent: the kind takes none. */
  readonly configFault?: (config: PropertyConfig) => string | undefined;
  readonly faults: (value: unknown, config: PropertyConfig, path: string) => ErrorDetail[];
}

/** The date and time formats of the public API reference, each with its pattern. */
const FORMATS: Readonly<Record<'date-cp' | 'dateTime-cp' | 'time-cp', readonly string[]>> = {
  'date-cp': ['yyyy-MM-dd', 'dd MMM yyyy', 'MM/dd/yyyy', 'dd/MM/yyyy', 'dd-MM-yyyy', 'yyyyDDD', 'd MMMM yyyy'],
  'dateTime-cp': [
    'MMM dd HH:mm:ss yyyy',
    'yyyy-MM-dd HH:mm:ss',
    'MM/dd/yyyy HH:mm:ss',
    'dd/MM/yyyy HH:mm:ss',
    'dd-MM-yyyy HH:mm:ss',
    'yyyy-MM-dd HH:mm:ss.SSS',
    'yyyy-MM-dd HH:mm:ss.SSSSSS',
    'dd MMMM yyyy HH:mm:ss',
  ],
  'time-cp': ['HH:mm:ss'],
};

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** Format letters, longest first, with the pattern each stands for. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['yyyy', '\\d{4}'],
  ['MMMM', `(?:${MONTHS})`],
  ['MMM', `(?:${MONTHS.replace(/(\w{3})\w*/g, '$1')})`],
  ['MM', '(?:0[1-9]|1[0-2])'],
  ['DDD', '(?:[0-2]\\d\\d|3[0-5]\\d|36[0-6])'],
  ['dd', '(?:0[1-9]|[12]\\d|3[01])'],
  ['d', '(?:[1-9]|[12]\\d|3[01])'],
  ['HH', '(?:[01]\\d|2[0-3])'],
  ['mm', '[0-5]\\d'],
  ['ss', '[0-5]\\d'],
  ['SSSSSS', '\\d{6}'],
  ['SSS', '\\d{3}'],
];
/** One e-mail address, with the same check as the public API reference. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const MAX_COLUMNS = 3;
const MAX_ROWS = 1_000;
const MAX_VALUES = 500;

export const VALUE_KINDS: Readonly<Record<string, ValueKind>> = {
  string: textKind('A text'),
  markdown: textKind('A text in Markdown'),
  sqlQuery: textKind('A statement of SQL'),
  integer: plainKind('A whole number', 'a whole number', Number.isSafeInteger),
  number: plainKind('A number', 'a number', (value) => typeof value === 'number'),
  email: plainKind('An e-mail address', 'an e-mail address', (value) => isText(value) && EMAIL.test(value)),
  timestamp: {
    description: 'Epoch milliseconds',
    faults: (value, _config, path) => found(path, timestampFault(value)),
  },
  duration: {
    description: 'A duration by ISO 8601, such as P1D',
    faults: (value, _config, path) => {
      const read = isText(value) ? parseDuration(value) : undefined;
      return found(path, read?.ok ? undefined : `must be a duration by ISO 8601, such as P1D; got ${shown(value)}`);
    },
  },
  timeInterval: { description: 'Two instants, {start, end}, in epoch milliseconds', faults: intervalFaults },
  'date-cp': formatKind('date-cp', 'A date'),
  'dateTime-cp': formatKind('dateTime-cp', 'A date with a time'),
  'time-cp': formatKind('time-cp', 'A time of day'),
  enum: { description: 'One of a list of words, or several', configFault: enumConfigFault, faults: enumFaults },
  entityReference: {
    description: 'A reference {id, type} to an entity of one of the configured types',
    configFault: typesFault,
    faults: referenceFaults,
  },
  entityReferenceList: {
    description: 'References {id, type} to entities of the configured types',
    configFault: typesFault,
    faults: (value, config, path) =>
      Array.isArray(value)
        ? value.flatMap((one, at) => referenceFaults(one, config, childPath(path, at)))
        : found(path, `must be a list of references {id, type}; got ${shown(value)}`),
  },
  'hyperlink-cp': { description: 'A link, {url, displayText?}', faults: linkFaults },
  'table-cp': {
    description: 'A small table, {columns, rows}, with the configured columns',
    configFault: columnsFault,
    faults: tableFaults,
  },
};

export interface EnumConfig {
  readonly values: readonly string[];
  readonly multiSelect: boolean;
}

function textKind(description: string): ValueKind {
  return plainKind(description, 'a text', isText);
}

function plainKind(description: string, expected: string, matches: (value: unknown) => boolean): ValueKind {
  return {
    description,
    faults: (value, _config, path) =>
      found(path, matches(value) ? undefined : `must be ${expected}; got ${shown(value)}`),
  };
}

function formatKind(name: keyof typeof FORMATS, description: string): ValueKind {
  const formats = FORMATS[name];
  const patterns = new Map(formats.map((format) => [format, patternOf(format)]));
  return {
    description: `${description}, in the configured format`,
    configFault: (config) =>
      isText(config) && patterns.has(config) ? undefined : `must be one of the formats ${formats.join(' | ')}`,
    faults: (value, config, path) => {
      const matches = isText(value) && patterns.get(config as string)?.test(value);
      return found(path, matches ? undefined : `must be a text of the format ${String(config)}; got ${shown(value)}`);
    },
  };
}

function patternOf(format: string): RegExp {
  let rest = format;
  let pattern = '';
  while (rest) {
    const letters = LETTERS.find(([word]) => rest.startsWith(word));
    pattern += letters ? letters[1] : (rest[0] as string).replace(/[./]/, '\\$&');
    rest = rest.slice(letters ? letters[0].length : 1);
  }
  return new RegExp(`^${pattern}$`);
}

function timestampFault(value: unknown): string | undefined {
  if (typeof value !== 'number') return `must be an instant in epoch milliseconds; got ${shown(value)}`;
  return instantFault(value);
}

function intervalFaults(value: unknown, _config: PropertyConfig, path: string): ErrorDetail[] {
  if (!isObject(value)) return found(path, `must be {start, end}; got ${shown(value)}`);
  const faults = ['start', 'end'].flatMap((name) => found(childPath(path, name), timestampFault(value[name])));
  const isBackward = !faults.length && (value.start as number) > (value.end as number);
  return [
    ...faults,
    ...unknownMembers(value, ['start', 'end'], path),
    ...(isBackward ? [{ field: path, message: 'ends before it starts' }] : []),
  ];
}

function enumConfigFault(config: PropertyConfig): string | undefined {
  const { values, multiSelect = false } = isObject(config) ? config : {};
  const areWords = Array.isArray(values) && values.length > 0 && values.length <= MAX_VALUES && values.every(isText);
  if (!areWords || new Set(values).size < values.length || typeof multiSelect !== 'boolean')
    return `must be {values: 1 to ${MAX_VALUES} different words, multiSelect?: true or false}`;
  return undefined;
}

function enumFaults(value: unknown, config: PropertyConfig, path: string): ErrorDetail[] {
  const { values, multiSelect } = config as EnumConfig;
  const given: unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > 1 && !multiSelect) return found(path, 'must be one word: the property does not take several');
  const other = given.find((word) => !(values as readonly unknown[]).includes(word));
  return found(path, other === undefined ? undefined : `must be one of ${values.join(', ')}; got ${shown(other)}`);
}

function typesFault(config: PropertyConfig): string | undefined {
  const areTypes = Array.isArray(config) && config.length > 0 && config.every(isText);
  return areTypes ? undefined : 'must be a list of entity types, such as ["user", "team"]';
}

function referenceFaults(value: unknown, config: PropertyConfig, path: string): ErrorDetail[] {
  if (!isObject(value) || !isText(value.id) || !isUuid(value.id) || !isText(value.type))
    return found(path, `must be a reference {id, type}; got ${shown(value)}`);
  const types = config as readonly string[];
  return found(
    childPath(path, 'type'),
    types.includes(value.type) ? undefined : `must be one of ${types.join(', ')}; got ${shown(value.type)}`,
  );
}

function linkFaults(value: unknown, _config: PropertyConfig, path: string): ErrorDetail[] {
  if (!isObject(value)) return found(path, `must be {url, displayText?}; got ${shown(value)}`);
  // Other schemes can execute code when the link is clicked.
  const isUrl = isText(value.url) && /^https?:\/\/\S+$/i.test(value.url);
  const isNamed = value.displayText === undefined || isText(value.displayText);
  return [
    ...found(childPath(path, 'url'), isUrl ? undefined : `must be a URL of http or https; got ${shown(value.url)}`),
    ...found(childPath(path, 'displayText'), isNamed ? undefined : `must be a text; got ${shown(value.displayText)}`),
    ...unknownMembers(value, ['url', 'displayText'], path),
  ];
}

function columnsFault(config: PropertyConfig): string | undefined {
  const { columns } = isObject(config) ? config : {};
  const areNames =
    Array.isArray(columns) && columns.length > 0 && columns.length <= MAX_COLUMNS && columns.every(isText);
  return areNames && new Set(columns).size === columns.length
    ? undefined
    : `must be {columns: 1 to ${MAX_COLUMNS} different names}`;
}

function tableFaults(value: unknown, config: PropertyConfig, path: string): ErrorDetail[] {
  const { columns } = config as { columns: readonly string[] };
  if (!isObject(value) || !Array.isArray(value.rows) || value.rows.length > MAX_ROWS)
    return found(path, `must be {columns, rows} with at most ${MAX_ROWS} rows; got ${shown(value)}`);
  const given: unknown = value.columns ?? columns;
  const areOurs =
    Array.isArray(given) && given.length === columns.length && columns.every((name) => given.includes(name));
  return [
    ...found(
      childPath(path, 'columns'),
      areOurs ? undefined : `must be ${JSON.stringify(columns)}; got ${shown(given)}`,
    ),
    ...value.rows.flatMap((row: unknown, at) => rowFaults(row, columns, childPath(childPath(path, 'rows'), at))),
    ...unknownMembers(value, ['columns', 'rows'], path),
  ];
}

function rowFaults(row: unknown, columns: readonly string[], path: string): ErrorDetail[] {
  if (!isObject(row)) return found(path, `must be an object of columns; got ${shown(row)}`);
  const other = Object.entries(row).find(([name, cell]) => !columns.includes(name) || !isText(cell));
  return found(
    path,
    other && `must hold a text for each of ${columns.join(', ')}; got ${other[0]}: ${shown(other[1])}`,
  );
}

function unknownMembers(value: Record<string, unknown>, known: readonly string[], path: string): ErrorDetail[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: childPath(path, name), message: `is not known; known: ${known.join(', ')}` }));
}

function found(field: string, message: string | undefined): ErrorDetail[] {
  return message === undefined ? [] : [{ field, message }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A value formatted for a message. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
