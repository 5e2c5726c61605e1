import { JSON_TYPE, YAML_TYPES } from '../../http/parsing/media-type';

/** A media range of Accept (RFC 9110, 12.5.1) with its weight, 0 to 1. */
interface WeighedRange {
  readonly range: string;
  readonly weight: number;
}

/**
 * The YAML type that a reader would rather have than JSON; undefined for JSON. YAML has to be asked for by its name: a range such
 * as `*` + `/*` means that anything will do, and that is JSON. Of two that are asked for alike, JSON is the one.
 */
export function preferredYaml(accept: string | undefined): string | undefined {
  if (accept === undefined || !accept.toLowerCase().includes('yaml')) return undefined;
  const ranges = accept.split(',').map(weighed);
  const named = ranges.filter(({ range }) => (YAML_TYPES as readonly string[]).includes(range));
  const [best] = named.sort((a, b) => b.weight - a.weight);
  if (!best || best.weight === 0) return undefined;
  const json = ranges.find(({ range }) => range === JSON_TYPE);
  if (json) return best.weight > json.weight ? best.range : undefined;
  const anything = ranges.find(({ range }) => range === 'application/*' || range === '*/*');
  return best.weight >= (anything?.weight ?? 0) ? best.range : undefined;
}

function weighed(part: string): WeighedRange {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const [, q] = parameters.map((parameter) => /^q\s*=\s*(\d(?:\.\d{0,3})?)$/.exec(parameter)).find(Boolean) ?? [];
  return { range, weight: q === undefined ? 1 : Math.min(Number(q), 1) };
}
