import { sample } from '../document/sample';
import { textWith, type Spot } from '../document/spots';
import { fill, type BodyPlan } from './shape';

type SpotShape = (plan: BodyPlan, spot: Spot) => string;

/** What a list or a text may have, and a little more where the document sets a limit, so that the refusal is measured too. */
const OVER = 1;

/** A list filled with what `item` makes, as many as are allowed and fit. */
function list(item: (plan: BodyPlan, spot: Spot) => string | ((at: number) => string), over = 0): SpotShape {
  return (plan, spot) => `[${fill(item(plan, spot), plan.bytes, (spot.schema.maxItems ?? Infinity) + over)}]`;
}

const nestedText = (levels: number, inner: string) => '{"a":['.repeat(levels) + inner + ']}'.repeat(levels);
/** Levels of `nestedText` that a body at the limit of 64 can have below a spot. */
const LEVELS = 26;

/** What a list is filled with. */
export const LIST_SHAPES: Readonly<Record<string, SpotShape>> = {
  'many items': list(
    ({ document }, { schema }) =>
      (at) =>
        JSON.stringify(sample(document, schema.items ?? {}, at)),
  ),
  'too many items': list(({ document }, { schema }) => JSON.stringify(sample(document, schema.items ?? {})), OVER),
  'one item repeated': list(({ document }, { schema }) => JSON.stringify(sample(document, schema.items ?? {}))),
  'empty items': list(() => '{}', Infinity),
  'wrong items': list(() => '0', Infinity),
  'items with unknown members': list(() => (at) => `{"x${at}":${at},"y":null}`, Infinity),
  'empty lists': list(() => '[]', Infinity),
};

/** How long a text is. */
export const TEXT_SHAPES: Readonly<Record<string, SpotShape>> = {
  'long text': ({ bytes }, { schema }) => JSON.stringify('a'.repeat(Math.min(bytes, schema.maxLength ?? Infinity))),
  'long text of words': ({ bytes }, { schema }) =>
    JSON.stringify(fill('ab.c"', Math.min(bytes, schema.maxLength ?? Infinity) / 2, Infinity, ' ')),
  'long text of escapes': ({ bytes }) => `"${fill('\\u0041', bytes, Infinity, '')}"`,
};

/** What stands where anything may. */
export const FREE_SHAPES: Readonly<Record<string, SpotShape>> = {
  deep: ({ bytes }) => nestedText(LEVELS, fill('[]', bytes - nestedText(LEVELS, '').length)),
  'deep in many places': ({ bytes }) => `[${fill(nestedText(LEVELS, ''), bytes)}]`,
  'many members': ({ bytes }) => `{${fill((at) => `"m${at}":${at}`, bytes)}}`,
  'many empty lists': ({ bytes }) => `[${fill('[]', bytes)}]`,
  'long rule': ({ bytes }) => `{"and":[${fill('{"==":[{"var":"a.b"},1]}', bytes)}]}`,
  'deep rule': ({ bytes }) => `{"or":[${fill('{"!":'.repeat(LEVELS) + '{"var":""}' + '}'.repeat(LEVELS), bytes)}]}`,
  'long text': ({ bytes }) => JSON.stringify('a'.repeat(bytes)),
};

const BY_KIND = { list: LIST_SHAPES, text: TEXT_SHAPES, any: FREE_SHAPES } as const;

/** The shapes that fit a spot, by name. */
export function shapesAt({ kind }: Spot): readonly string[] {
  return Object.keys(BY_KIND[kind]);
}

/** The body with that shape at the spot. */
export function bodyAt(plan: BodyPlan, spot: Spot, shape: string): string {
  const { document, example, schema, bytes } = plan;
  const frame = Buffer.byteLength(textWith(document, schema, example, spot.path, ''));
  const make = BY_KIND[spot.kind][shape];
  if (!make) throw new Error(`No shape "${shape}" fits ${spot.path.join('.')}`);
  return textWith(document, schema, example, spot.path, make({ ...plan, bytes: bytes - frame - 64 }, spot));
}
