import { JSON_TYPE, YAML_TYPES } from '../../parsing/media-type';

/** A media range of Accept (RFC 9110, 12.5.1) with its weight, 0 to 1. */
interface WeighedRange {
  readonly range: string;
  readonly weight: number;
}

/**
 * Which of JSON and YAML a reader gets: the one that Accept gives more weight. YAML must be named explicitly as long
 * as JSON is acceptable: a range such as `*` + `/*` means that anything will, and that is JSON. Of two that are named
 * alike, JSON is the one.
 *
 * @returns a media type; undefined where Accept takes neither
 */
export function answerType(accept: string | undefined): string | undefined {
  // Fast path: nearly every request names neither.
  if (accept === undefined || accept === JSON_TYPE || accept === '*/*') return JSON_TYPE;
  const ranges = rangesOf(accept);
  if (ranges.length === 0) return JSON_TYPE;
  const weightOf = (type: string): number => weightIn(ranges, type);
  const json = weightOf(JSON_TYPE);
  const [named] = YAML_TYPES.filter((type) => ranges.some(({ range }) => range === type)).sort(
    (a, b) => weightOf(b) - weightOf(a),
  );
  if (named && weightOf(named) > 0 && isPreferred(weightOf(named), json, ranges)) return named;
  if (json > 0) return JSON_TYPE;
  return YAML_TYPES.find((type) => weightOf(type) > 0);
}

export function takesType(accept: string, type: string): boolean {
  return weightIn(rangesOf(accept), type) > 0;
}

const rangesOf = (accept: string): WeighedRange[] =>
  accept
    .split(',')
    .map(weighed)
    .filter(({ range }) => range !== '');

/** A wildcard range is not a preference for JSON. */
function isPreferred(yaml: number, json: number, ranges: readonly WeighedRange[]): boolean {
  return yaml > json || (yaml === json && !ranges.some(({ range }) => range === JSON_TYPE));
}

/** The weight of a type is that of the most particular range that has it. */
function weightIn(ranges: readonly WeighedRange[], type: string): number {
  const [kind] = type.split('/', 1);
  for (const wanted of [type, `${kind}/*`, '*/*']) {
    const found = ranges.find(({ range }) => range === wanted);
    if (found) return found.weight;
  }
  return 0;
}

function weighed(part: string): WeighedRange {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const [, q] = parameters.map((parameter) => /^q\s*=\s*(\d(?:\.\d{0,3})?)$/.exec(parameter)).find(Boolean) ?? [];
  return { range, weight: q === undefined ? 1 : Math.min(Number(q), 1) };
}
