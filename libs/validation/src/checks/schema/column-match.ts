import type { AssetColumn, ComparedColumn, SchemaPolicy } from '@app/contracts';
import { keptText, lossText, type Platform, relateExactly, relateFound, typeFamily, typeText } from '@app/datatypes';

/** The outcome of a comparison of the types of one column. */
export interface TypeMatch {
  readonly problems: string[];
  /** How a promise is met if the words differ. */
  readonly note?: string;
}

const RELATE = { compatible: relateFound, exact: relateExactly } as const;

/** Compares the type of an existing column with the promised one, as the platform of the asset means both. */
export function compareTypes(
  expected: ComparedColumn,
  actual: AssetColumn,
  types: SchemaPolicy['types'],
  platform: Platform,
): TypeMatch {
  if (!expected.dataType) return { problems: [] };
  if (!actual.dataType) return { problems: [`has no data type in the asset, expected ${typeText(expected)}`] };
  if (types === 'family') return { problems: familyProblems(expected.dataType, actual.dataType) };
  const relation = RELATE[types](expected, actual, platform);
  if (relation.outcome === 'broken') return { problems: [lossText(expected, actual, platform, relation)] };
  const note = keptText(expected, actual, platform, relation);
  return { problems: [], ...(note !== undefined && { note }) };
}

/** Equal types, or types of one family; a type without a family is its own family. */
function familyProblems(expected: string, actual: string): string[] {
  const [promised, found] = [expected, actual].map((type) => typeFamily(type.toUpperCase()));
  return promised === found ? [] : [`is ${actual} in the asset, expected ${expected} or its family`];
}
