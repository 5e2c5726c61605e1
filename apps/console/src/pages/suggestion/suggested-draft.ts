import type { SuggestedLine, SuggestedTest, Suggestion } from '../../api/governance/suggestions';
import { inWords, placeInWords, wordsOf } from '../../ui/changes/value-words';
import { namesOf, unquoted } from '../../ui/text/fqn-parts';
import { columnPath } from '../consumers/relying';
import { durationText } from '../contract/promise-text';

type Json = Readonly<Record<string, unknown>>;

interface SuggestedColumn extends Json {
  readonly name: string;
  readonly constraint?: string;
  readonly extension?: Json;
  readonly children?: readonly SuggestedColumn[];
}

/** A document of a suggestion: the members from which lines can be left out. */
interface SuggestedDocument extends Json {
  readonly schema?: readonly SuggestedColumn[];
  readonly semantics?: readonly { readonly name: string }[];
  readonly qualityExpectations?: readonly { readonly id: string }[];
  readonly sla?: Json;
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the line is a column with its type: other lines may be about it. */
export const isColumnLine = ({ path, value }: SuggestedLine): boolean => path.startsWith('schema.') && isRecord(value);

/** The path of the column that a line is about; empty for none. */
export function columnOf(line: SuggestedLine): string {
  const [section, ...names] = namesOf(line.path).map(unquoted);
  if (section === 'schema') return columnPath(isColumnLine(line) ? names : names.slice(0, -1));
  return section === 'tests' ? columnPath(names.slice(1)) : '';
}

/** Whether a line says something of a column that is left out: it goes with it. */
export function isImplied(line: SuggestedLine, leftOut: ReadonlySet<string>): boolean {
  const column = columnOf(line);
  return [...leftOut].some((path) => {
    const left = path.startsWith('schema.') ? path.slice('schema.'.length) : undefined;
    return left !== undefined && line.path !== path && (column === left || column.startsWith(`${left}.`));
  });
}

/** The lines that are in the contract. @param leftOut paths of lines that were taken out */
export const chosenOf = ({ lines }: Suggestion, leftOut: ReadonlySet<string>): SuggestedLine[] =>
  lines.filter((line) => !leftOut.has(line.path) && !isImplied(line, columnsAmong(lines, leftOut)));

const columnsAmong = (lines: readonly SuggestedLine[], leftOut: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(lines.filter((line) => isColumnLine(line) && leftOut.has(line.path)).map(({ path }) => path));

/** The test cases that are made with the contract. */
export const testsOf = (chosen: readonly SuggestedLine[]): SuggestedTest[] => chosen.flatMap(({ test }) => test ?? []);

interface Terms {
  readonly name: string;
  readonly entityStatus: string;
}

/** The document of the contract with the chosen lines alone. */
export function documentOf(suggestion: Suggestion, chosen: readonly SuggestedLine[], terms: Terms): Json {
  const { schema, semantics, qualityExpectations, sla, ...rest } = suggestion.document as SuggestedDocument;
  const paths = new Set(chosen.map(({ path }) => path));
  const left = new Set(suggestion.lines.filter(({ path }) => !paths.has(path)).map(({ path }) => path));
  const columns = (schema ?? []).flatMap((column) => withoutLeft(column, [], left));
  const rules = (semantics ?? []).filter(({ name }) => !left.has(`semantics.${columnPath([name])}`));
  const dropped = new Set(suggestion.lines.filter(({ path }) => left.has(path)).map(({ value }) => idOf(value)));
  const expected = (qualityExpectations ?? []).filter(({ id }) => !dropped.has(id));
  return {
    ...rest,
    ...terms,
    ...(columns.length > 0 && { schema: columns }),
    ...(rules.length > 0 && { semantics: rules }),
    ...(expected.length > 0 && { qualityExpectations: expected }),
    ...(sla !== undefined && Object.keys(sla).length > 0 && !left.has('sla.refreshFrequency') && { sla }),
  };
}

const idOf = (value: unknown): unknown => (isRecord(value) ? value.id : undefined);

function withoutLeft(
  column: SuggestedColumn,
  above: readonly string[],
  left: ReadonlySet<string>,
): readonly SuggestedColumn[] {
  const names = [...above, column.name];
  const path = `schema.${columnPath(names)}`;
  if (left.has(path)) return [];
  const { constraint, extension, children, ...rest } = column;
  const { enum: list, ...others } = (extension ?? {}) as { readonly enum?: unknown };
  const kept = left.has(`${path}.enum`) || list === undefined ? others : { ...others, enum: list };
  return [
    {
      ...rest,
      ...(constraint !== undefined && !left.has(`${path}.constraint`) && { constraint }),
      ...(Object.keys(kept).length > 0 && { extension: kept }),
      ...(children && { children: children.flatMap((child) => withoutLeft(child, names, left)) }),
    },
  ];
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  NOT_NULL: 'is never missing',
  UNIQUE: 'is unique',
  PRIMARY_KEY: 'is the key, or a part of it',
};

const RULES: Readonly<Record<string, string>> = {
  hasOwner: 'It has an owner',
  hasDescription: 'It has a description',
  hasTier: 'It has a tier',
  hasDomain: 'It belongs to a domain',
};

/** Says what a line promises. */
export function lineText(line: SuggestedLine): string {
  const { path, value } = line;
  const [section, definition = ''] = namesOf(path).map(unquoted);
  const column = columnOf(line);
  if (section === 'tests') return testText(definition, column, isRecord(value) ? value : {});
  if (section === 'semantics') return RULES[definition] ?? placeInWords(path);
  if (section === 'sla') return `Refreshed every ${durationText(value) ?? String(value)}`;
  if (section === 'qualityExpectations') return `The test case ${wordsOf(value).join(', ')} passes`;
  if (isColumnLine(line)) return column;
  return Array.isArray(value)
    ? `${column} is one of ${wordsOf(value).join(', ')}, or missing`
    : `${column} ${CONSTRAINTS[String(value)] ?? inWords(String(value))}`;
}

function testText(definition: string, column: string, parameters: Json): string {
  const { minValue, maxValue, allowedValues } = parameters as Readonly<Record<string, string | undefined>>;
  switch (definition) {
    case 'columnValuesToBeUnique':
      return `${column} is unique`;
    case 'columnValuesToBeInSet':
      return `${column} is one of ${wordsOf(allowedValues).join(', ')}`;
    case 'columnValuesToBeBetween':
      return `${column} lies between ${minValue} and ${maxValue}`;
    case 'tableRowCountToBeBetween':
      return `It has ${minValue} to ${maxValue} rows`;
    default:
      return [column, inWords(definition), ...wordsOf(parameters)].filter((part) => part !== '').join(' ');
  }
}

/** The set with the item, or without it. */
export function withOrWithout(all: ReadonlySet<string>, one: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(all);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}
