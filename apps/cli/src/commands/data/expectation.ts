import { usageError } from '../../cli-error';

/** An expectation of a table or one of its columns, as a test case says it. */
export interface Expectation {
  readonly name: string;
  /** Absent: of the table. */
  readonly column?: string;
  readonly testDefinition: string;
  readonly parameterValues: readonly { readonly name: string; readonly value: string }[];
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

const OF_COLUMNS: readonly Form[] = [
  { pattern: /^not null$/i, suffix: 'not_null', definition: 'columnValuesToBeNotNull', parameters: () => ({}) },
  { pattern: /^unique$/i, suffix: 'unique', definition: 'columnValuesToBeUnique', parameters: () => ({}) },
  ...bounds(VALUE, 'columnValuesToBeBetween'),
  { pattern: /^in\s+(.+)$/is, suffix: 'in_set', definition: 'columnValuesToBeInSet', parameters: inSet },
  {
    pattern: /^matches\s+(.+)$/is,
    suffix: 'matches',
    definition: 'columnValuesToMatchRegex',
    parameters: (regex = '') => ({ regex }),
  },
];

/** For the help, and for what is none of them. */
export const EXPECTATIONS =
  '"<column> not null", "<column> unique", "<column> in new, paid", "<column> matches <pattern>", "<column> >= 0" (<=, between … and …), "rows >= 1" (<=, between … and …)';

/** Reads one, such as `amount >= 0`; a column named rows stands in double quotes. @throws {CliError} usage where it is none */
export function readExpectation(text: string): Expectation {
  const [, word = '', rest = ''] = /^\s*("(?:[^"]|"")+"|[^\s"]+)\s+(.*?)\s*$/s.exec(text) ?? [];
  const ofTable = word === 'rows';
  for (const { pattern, suffix, definition, parameters } of ofTable ? OF_TABLES : OF_COLUMNS) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const column = word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word;
    const given = Object.entries(parameters(...found.slice(1)));
    return {
      name: `${ofTable ? 'rows' : column.replaceAll(/\W/g, '_')}_${suffix}`,
      ...(ofTable ? {} : { column }),
      testDefinition: definition,
      parameterValues: given.map(([name, value]) => ({ name, value })),
    };
  }
  throw usageError(`${JSON.stringify(text)} is no expectation; there are: ${EXPECTATIONS}`);
}

function inSet(list = ''): Parameters {
  const allowed = list.split(',').map((one) => one.trim());
  // Without it a single row in the set would do.
  return { allowedValues: JSON.stringify(allowed), matchEnum: 'true' };
}
