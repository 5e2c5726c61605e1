import type { PlainAnswer } from '../run/normaliser';

/** Differing places of one answer that are named; of a list in another order all would be. */
const MOST_PLACES = 20;
const SHOWN_CHARACTERS = 600;

/**
 * The places in which two answers differ, as pointers: `/status`, `/headers/etag`, `/body/data/0/name`, or `/body` where texts differ that say the
 * same as JSON, or are none.
 */
export function differingPlaces(old: PlainAnswer, now: PlainAnswer): string[] {
  const places = old.status === now.status ? [] : ['/status'];
  for (const name of new Set([...old.headers, ...now.headers].map((line) => line.split(':', 1)[0] as string)))
    if (linesOf(old, name) !== linesOf(now, name)) places.push(`/headers/${name}`);
  if (old.body !== now.body) places.push(...bodyPlaces(old.body, now.body));
  return places;
}

const linesOf = ({ headers }: PlainAnswer, name: string): string =>
  headers.filter((line) => line.startsWith(`${name}:`)).join('\n');

function bodyPlaces(old: string, now: string): string[] {
  const [one, other] = [parsed(old), parsed(now)];
  if (one === undefined || other === undefined) return ['/body'];
  const places: string[] = [];
  collect(one, other, '/body', places);
  return places.length ? places.slice(0, MOST_PLACES) : ['/body'];
}

function collect(one: unknown, other: unknown, path: string, places: string[]): void {
  if (one === other || places.length > MOST_PLACES) return;
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    isList(one) !== isList(other)
  ) {
    places.push(path);
    return;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
    collect(
      (one as never)[name],
      (other as never)[name],
      `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      places,
    );
}

const isList = (value: object): boolean => Array.isArray(value);

/** JSON in which placeholders may stand for numbers; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(/(?<=[:[,]\s*)<[^<>"]*>/g, (placeholder) => JSON.stringify(`number ${placeholder}`)),
    );
  } catch {
    return undefined;
  }
}

/** What stands at the places in an answer, for people. */
export function shownAt(answer: PlainAnswer, places: readonly string[]): string {
  const body = parsed(answer.body);
  return places
    .slice(0, 5)
    .map((place) => {
      const [, part, ...steps] = place.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (part === 'status') return `${place} ${answer.status}`;
      if (part === 'headers') return `${place} ${linesOf(answer, steps[0] as string) || 'absent'}`;
      const value = steps.length ? steps.reduce<unknown>((inner, step) => Object(inner)[step], body) : answer.body;
      return `${place} ${(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')).slice(0, SHOWN_CHARACTERS)}`;
    })
    .join('\n      ');
}
