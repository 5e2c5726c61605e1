import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './source-files';

const FILE = join(__dirname, 'ceilings.json');

type Ceilings = Record<string, Record<string, number>>;

/** The application, library or folder that a place is in: `libs/search` of `libs/search/src/index.ts:12`. */
function areaOf(place: string): string {
  const [file = ''] = place.split(':');
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, 2).join('/') || '.';
}

/**
 * What still breaks a rule, by the number of places in each area; the numbers only go down. Fails for an area with more places than
 * its number, naming them, and for one with fewer, whose number is to be lowered: `WRITE_CEILINGS=lower` does that. `WRITE_CEILINGS=raise`
 * raises as well: only where the rule itself has changed.
 *
 * @param places each begins with the path of its file
 */
export function expectWithinCeilings(rule: string, places: readonly string[]): void {
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Ceilings;
  const ceilings = all[rule] ?? {};
  const areas = new Map<string, string[]>();
  for (const place of places) areas.set(areaOf(place), [...(areas.get(areaOf(place)) ?? []), place]);
  const over = [...areas].filter(([area, found]) => found.length > (ceilings[area] ?? 0));
  const { WRITE_CEILINGS } = process.env;
  if (WRITE_CEILINGS !== 'raise') expect(Object.fromEntries(over)).toEqual({});
  const now = Object.fromEntries([...areas].map(([area, found]) => [area, found.length]).sort());
  if (WRITE_CEILINGS) writeFileSync(FILE, `${JSON.stringify({ ...all, [rule]: now }, undefined, 2)}\n`);
  else expect({ [rule]: ceilings }).toEqual({ [rule]: now });
}

/** The text of a file of the project. */
export function textOf(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}
