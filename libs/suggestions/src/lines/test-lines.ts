import { jsonKey } from '@app/common';
import { joinFqn, renderEntityLink } from '@app/catalog';
import type { AssetColumn } from '@app/contracts';
import type { ColumnObservation, TableObservation } from '../evidence/asset-evidence';
import { halves } from '../evidence/counted-profiles';
import type { ColumnFacts } from './column-lines';
import { boundText, decimalText, widened } from './decimal-text';
import { confidenceOf, ofProfiles, type Suggestion } from './suggested-line';
import { areYears, isDistinguishable, isListable, isNumeric, isWhole } from './value-kind';

/** Values of a column that are still listed. */
export const MOST_CATEGORIES = 20;
/** Rows that each listed value has to stand for. */
const ROWS_A_CATEGORY = 20;
/** Profiles before the number of rows is bounded. */
const LEAST_COUNTS = 10;
const [FEWEST_ROWS, MOST_ROWS] = [0.8, 1.2];

/** Values of a list or a range that says something. */
const [FEWEST_LISTED, FEWEST_IN_RANGE] = [2, 3];

/** Makes the tests of a table that are suggested. */
export class TestLines {
  /** @param takenNames FQNs of the test cases that there are @param hiddenColumns paths of columns whose values never appear */
  constructor(
    private readonly tableFqn: string,
    private readonly takenNames: ReadonlySet<string>,
    private readonly hiddenColumns: ReadonlySet<string>,
  ) {}

  /** Unique where NOT_NULL is the constraint; the values that there are, or their range. */
  ofColumn(facts: ColumnFacts): Suggestion[] {
    const { column, profiles, stated, isUnique, isNeverNull } = facts;
    if (!profiles) return [];
    if (!stated && isUnique && isNeverNull && isDistinguishable(column))
      return [this.line(facts.names, 'columnValuesToBeUnique', {}, profiles, 'no value came twice')];
    if (isUnique || stated === 'UNIQUE' || facts.isKey || this.hiddenColumns.has(facts.path)) return [];
    const set = isListable(column) ? valueSet(profiles) : undefined;
    if (set) return areYears(column, set) ? [] : [this.listed(facts, profiles, set)];
    const range = isNumeric(column) ? valueRange(column, profiles) : undefined;
    return range ? [this.line(facts.names, 'columnValuesToBeBetween', range.parameters, profiles, range.text)] : [];
  }

  ofRows(profiles: readonly (TableObservation & { readonly rowCount: number })[]): Suggestion[] {
    if (profiles.length < LEAST_COUNTS) return [];
    const [least, most] = extremes(profiles.map(({ rowCount }) => rowCount));
    const bounds = {
      minValue: decimalText(Math.floor(FEWEST_ROWS * least)),
      maxValue: decimalText(Math.ceil(MOST_ROWS * most)),
    };
    const text = `the table had ${decimalText(least)} to ${decimalText(most)} rows`;
    return [this.line([], 'tableRowCountToBeBetween', bounds, profiles, text)];
  }

  /** A test that fails NULL too; where there is NULL, a list of the column that lets it pass. */
  private listed(
    { path, names, isNeverNull }: ColumnFacts,
    profiles: readonly ColumnObservation[],
    values: readonly unknown[],
  ): Suggestion {
    const text = `there were ${values.length} values`;
    if (isNeverNull) {
      const parameters = { allowedValues: JSON.stringify(values), matchEnum: 'true' };
      return this.line(names, 'columnValuesToBeInSet', parameters, profiles, text);
    }
    return {
      line: {
        path: `schema.${path}.enum`,
        value: values,
        confidence: confidenceOf(profiles.length),
        evidence: [ofProfiles(profiles, `In ${profiles.length} profiles ${text}`)],
      },
      promised: { kind: 'enum', names, values },
    };
  }

  private line(
    names: readonly string[],
    definition: string,
    parameters: Readonly<Record<string, string>>,
    profiles: readonly { readonly timestamp: number }[],
    text: string,
  ): Suggestion {
    const test = {
      name: this.freeName(names, definition),
      entityLink: renderEntityLink(this.tableFqn, names),
      testDefinition: definition,
      parameterValues: Object.entries(parameters).map(([name, value]) => ({ name, value })),
    };
    return {
      line: {
        path: joinFqn(undefined, 'tests', definition, ...names),
        value: parameters,
        confidence: confidenceOf(profiles.length),
        evidence: [ofProfiles(profiles, `In ${profiles.length} profiles ${text}`)],
        test,
      },
      promised: { kind: 'test', names, test },
    };
  }

  /** The name of the definition, with a number where a test case has it. */
  private freeName(names: readonly string[], definition: string): string {
    for (let count = 1; ; count++) {
      const name = count === 1 ? definition : `${definition}_${count}`;
      if (!this.takenNames.has(joinFqn(this.tableFqn, ...names, name))) return name;
    }
  }
}

/** All values, in a fixed order, where they are few and the second half of the profiles brought no new one. */
function valueSet(profiles: readonly ColumnObservation[]): unknown[] | undefined {
  if (!profiles.every(({ categories }) => categories)) return undefined;
  const [first, second] = halves(profiles).map(categoriesOf) as [Map<string, unknown>, Map<string, unknown>];
  const isClosed = first.size >= FEWEST_LISTED && [...second.keys()].every((key) => first.has(key));
  const isCovered = (profiles.at(-1)?.valuesCount ?? 0) >= ROWS_A_CATEGORY * first.size;
  if (!isClosed || first.size > MOST_CATEGORIES || !isCovered) return undefined;
  return [...first].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

const categoriesOf = (profiles: readonly ColumnObservation[]): Map<string, unknown> =>
  new Map(profiles.flatMap(({ categories = [] }) => categories.map((value) => [jsonKey(value), value] as const)));

/** The widened range of all values, where those of the second half lie in that of the first. */
function valueRange(
  column: AssetColumn,
  profiles: readonly ColumnObservation[],
): { readonly parameters: Readonly<Record<string, string>>; readonly text: string } | undefined {
  if (!profiles.every(({ min, max }) => min !== undefined && max !== undefined && min <= max)) return undefined;
  const rangeOf = (some: readonly ColumnObservation[]): readonly [number, number] =>
    extremes(some.flatMap(({ min, max }) => [min!, max!]));
  const [first, second] = halves(profiles).map(rangeOf) as [readonly [number, number], readonly [number, number]];
  const [from, to] = widened(...first);
  if (second[0] < from || second[1] > to) return undefined;
  const [low, high] = rangeOf(profiles);
  const isFew = profiles.some(({ distinctCount = FEWEST_IN_RANGE }) => distinctCount < FEWEST_IN_RANGE);
  if (low === high || isFew || areYears(column, [low, high])) return undefined;
  const [below, above] = widened(low, high);
  if (!Number.isFinite(below) || !Number.isFinite(above)) return undefined;
  return {
    parameters: isWhole(column)
      ? { minValue: decimalText(Math.floor(below)), maxValue: decimalText(Math.ceil(above)) }
      : { minValue: boundText(below, low, 'low'), maxValue: boundText(above, high, 'high') },
    text: `the values lay between ${decimalText(low)} and ${decimalText(high)}`,
  };
}

/** @param values at least one */
function extremes(values: readonly number[]): readonly [least: number, most: number] {
  return values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
