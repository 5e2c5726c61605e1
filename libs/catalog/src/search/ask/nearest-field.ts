import { FIELD_ALIASES, isWithinEdits, SEARCH_FIELDS } from '@app/search';

/** Searched field names, without the additional indexed forms of text fields. */
export const SEARCHED = Object.keys(SEARCH_FIELDS).filter((name) => !/\.(stem|keyword)$/.test(name));

/** Spellings that a name may be close to, as letters and digits, with the field that is proposed. */
const CANDIDATES: readonly (readonly [letters: readonly string[], field: string])[] = [
  // Of serviceType and service.type the one without a path.
  ...[...SEARCHED].sort(byDepth).map((name) => [lettersOf(name), name] as const),
  ...Object.entries(FIELD_ALIASES).map(([alias, field]) => [lettersOf(alias), field] as const),
  // A member of several objects stands for the one that comes first: tags have an FQN before domains have.
  ...SEARCHED.flatMap((name) => name.split('.').map((part) => [lettersOf(part), name] as const)),
];

/** The searched field whose name is nearest to one that nothing has; undefined where none is near. */
export function nearestField(name: string): string | undefined {
  const letters = lettersOf(name);
  const most = mostEdits(letters.length);
  for (let edits = 0; edits <= most; edits++) {
    const near = CANDIDATES.find(([known]) => isWithinEdits(letters, known, edits));
    if (near) return near[1];
  }
  return undefined;
}

/** More would make another word of a short one. */
function mostEdits(length: number): number {
  if (length < 3 || length > LONGEST) return -1;
  return length <= 5 ? 1 : 2;
}

/** Longer than any field name with its edits. */
const LONGEST = 100;

function byDepth(a: string, b: string): number {
  return a.split('.').length - b.split('.').length;
}

/** Case and joints aside: owner_name, ownerName and owner.name are one. */
function lettersOf(name: string): string[] {
  return Array.from(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}
