import { usageError } from '../../cli-error';
import { namesIn } from './asked-tables';

/** An expectation of a table or one of its columns, as a test case says it. */
export interface Expectation {
  readonly name: string;
  /** Absent: of the table. */
  readonly column?: string;
  readonly testDefinition: string;
  readonly parameterValues: readonly { readonly name: string; readonly value: string }[];
  /** The test case that it is where a table of the source has that name. */
  readonly reference?: Expectation & { readonly table: string };
}

type Parameters = Readonly<Record<string, string>>;

/** A form of expectations: what it looks like behind the column, and the test case that it becomes. */
interface Form {
  readonly pattern: RegExp;
  /** Ends the name of the test case: another bound in the same form changes the test case rather than adding one. */
  readonly suffix: string;
  readonly definition: string;
  readonly parameters: (...found: string[]) => Parameters;
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
/** A number, a date, or a time with a date. */
const VALUE = `(-?\\d[\\d.:TZ+-]*)`;
const least = (minValue = ''): Parameters => ({ minValue });
const most = (maxValue = ''): Parameters => ({ maxValue });
const both = (minValue = '', maxValue = ''): Parameters => ({ minValue, maxValue });

const bounds = (value: string, definition: string): readonly Form[] => [
  { pattern: new RegExp(`^>=\\s*${value}$`), suffix: 'at_least', definition, parameters: least },
  { pattern: new RegExp(`^<=\\s*${value}$`), suffix: 'at_most', definition, parameters: most },
  {
    pattern: new RegExp(`^between\\s+${value}\\s+and\\s+${value}$`, 'i'),
    suffix: 'between',
    definition,
    parameters: both,
  },
];

const OF_TABLES = bounds(NUMBER, 'tableRowCountToBeBetween');

const IN_SET = 'in_set';

const OF_COLUMNS: readonly Form[] = [
  { pattern: /^not null$/i, suffix: 'not_null', definition: 'columnValuesToBeNotNull', parameters: () => ({}) },
  { pattern: /^unique$/i, suffix: 'unique', definition: 'columnValuesToBeUnique', parameters: () => ({}) },
  ...bounds(VALUE, 'columnValuesToBeBetween'),
  { pattern: /^in\s+(.+)$/is, suffix: IN_SET, definition: 'columnValuesToBeInSet', parameters: inSet },
  {
    pattern: /^matches\s+(.+)$/is,
    suffix: 'matches',
    definition: 'columnValuesToMatchRegex',
    parameters: (regex = '') => ({ regex }),
  },
];

/** For the help, and for what is none of them. */
export const EXPECTATIONS =
  '"<column> not null", "<column> unique", "<column>, <column> unique", "<column> in new, paid", "<column> in <table>.<column>", "<column> matches <pattern>", "<column> >= 0" (<=, between … and …), "rows >= 1" (<=, between … and …)';

/** Reads one, such as `amount >= 0`; a column named rows stands in double quotes. @throws {CliError} usage where it is none */
export function readExpectation(text: string): Expectation {
  const key = keyOf(text);
  if (key) return uniqueTogether(key);
  const [, word = '', rest = ''] = /^\s*("(?:[^"]|"")+"|[^\s"]+)\s+(.*?)\s*$/s.exec(text) ?? [];
  const ofTable = word === 'rows';
  for (const { pattern, suffix, definition, parameters } of ofTable ? OF_TABLES : OF_COLUMNS) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const column = word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word;
    const reference = suffix === IN_SET ? referenceOf(column, found[1]!) : undefined;
    return {
      name: `${ofTable ? 'rows' : wordOf(column)}_${suffix}`,
      ...(ofTable ? {} : { column }),
      testDefinition: definition,
      parameterValues: valuesOf(parameters(...found.slice(1))),
      ...(reference && { reference }),
    };
  }
  throw usageError(
    `${JSON.stringify(text)} is no expectation; there are: ${EXPECTATIONS}; a name with blanks stands in double quotes`,
  );
}

const wordOf = (column: string): string => column.replaceAll(/\W/g, '_');

const valuesOf = (parameters: Parameters): Expectation['parameterValues'] =>
  Object.entries(parameters).map(([name, value]) => ({ name, value }));

/** A name, in double quotes where it is no word. */
const NAME = '(?:"(?:[^"]|"")+"|[^\\s",()]+)';
const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
const LIST_OF_NAMES = `${NAME}(?:\\s*,\\s*${NAME})+`;
const UNIQUE_TOGETHER = new RegExp(`^\\s*(?:\\(\\s*(${LIST_OF_NAMES})\\s*\\)|(${LIST_OF_NAMES}))\\s+unique\\s*$`, 'i');

/** The columns of `order_no, line_no unique`, with or without brackets; undefined of fewer than two. */
function keyOf(text: string): string[] | undefined {
  const [, inBrackets, bare] = UNIQUE_TOGETHER.exec(text) ?? [];
  return (inBrackets ?? bare)?.match(new RegExp(NAME, 'g'))?.map(unquoted);
}

function uniqueTogether(columns: readonly string[]): Expectation {
  const columnNames = columns.some((name) => name.includes(',')) ? JSON.stringify(columns) : columns.join(', ');
  return {
    name: `${columns.map(wordOf).join('_')}_unique`,
    testDefinition: 'tableColumnsToBeUnique',
    parameterValues: valuesOf({ columnNames }),
  };
}

/** Names with dots between them, as an FQN has them. */
const PATH = /^(?:"(?:[^"]|"")+"|[^\s"'.,()]+)(?:\.(?:"(?:[^"]|"")+"|[^\s"'.,()]+))+$/;

/** One item with a dot may name a column of a table: `customers.id`, `sales.customers.id`. One that stands in quotes as a whole is a value. */
function referenceOf(column: string, list: string): Expectation['reference'] {
  if (!PATH.test(list)) return undefined;
  const names = namesIn(list);
  const table = names.slice(0, -1).join('.');
  return {
    ...{ name: `${wordOf(column)}_exists`, column, testDefinition: 'columnValuesToExistIn', table },
    parameterValues: valuesOf({ table, column: unquoted(names.at(-1)!) }),
  };
}

/** An item of a list; in single or double quotes it is taken as it stands. */
const ITEM = /\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([^,]*?))\s*,/gy;

function inSet(list = ''): Parameters {
  const allowed = [...`${list},`.matchAll(ITEM)].map(
    ([, single, double, bare = '']) => single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? bare,
  );
  // Without it a single row in the set would do.
  return { allowedValues: JSON.stringify(allowed), matchEnum: 'true' };
}
