import type { ApiDocument } from './api-document';
import type { Json, Schema } from './operation';
import { flat, sample } from './sample';

/** A place inside a body: names of members, and `*` for an item of a list. */
export interface Spot {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly kind: 'any' | 'list' | 'text';
}

const MOST_STEPS = 4;

function kindOf(schema: Schema): Spot['kind'] | undefined {
  const types = [schema.type ?? []].flat();
  if (schema.enum) return undefined;
  if (types.includes('array')) return 'list';
  if (types.includes('string')) return 'text';
  const isFree = schema.properties === undefined && (types.length === 0 || types.includes('object'));
  return isFree ? 'any' : undefined;
}

/** Every place of a body that takes a list, a text, or anything. A schema that holds itself is entered once. */
export function spotsOf(
  document: ApiDocument,
  sent: Schema,
  path: readonly string[] = [],
  above: readonly Schema[] = [],
): Spot[] {
  const schema = flat(document, sent);
  const kind = kindOf(schema);
  const here = kind && path.length > 0 ? [{ path, schema, kind }] : [];
  const resolved = document.resolve(sent);
  if (path.length >= MOST_STEPS || (sent.$ref !== undefined && above.includes(resolved))) return here;
  const inside = [...above, resolved];
  const members = Object.entries(schema.properties ?? {})
    .filter(([, member]) => member.readOnly !== true)
    .flatMap(([name, member]) => spotsOf(document, member, [...path, name], inside));
  const items = schema.items ? spotsOf(document, schema.items, [...path, '*'], inside) : [];
  return [...here, ...members, ...items];
}

/** A body that has this text of JSON at the spot, and around it what it takes to come so far. */
export function textWith(
  document: ApiDocument,
  sent: Schema,
  base: Json,
  path: readonly string[],
  text: string,
): string {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  const schema = flat(document, sent);
  if (step === '*')
    return `[${textWith(document, schema.items ?? {}, sample(document, schema.items ?? {}), rest, text)}]`;
  const member = schema.properties?.[step] ?? {};
  const around = typeof base === 'object' && base !== null && !Array.isArray(base) ? base : {};
  const inner = textWith(document, member, sample(document, member), rest, text);
  const others = Object.entries(around).filter(([name]) => name !== step);
  return `{${[...others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(step)}:${inner}`].join(',')}}`;
}
