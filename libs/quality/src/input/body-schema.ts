import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { FIRST_INSTANT, LAST_INSTANT } from '@app/common';

/** What the bodies of evidence are made of, beside the shapes of the catalog. */

/** When something was so, in epoch ms. */
export const instant: JsonSchema = {
  type: 'integer',
  minimum: FIRST_INSTANT,
  maximum: LAST_INSTANT,
  description: 'Epoch milliseconds',
};

export const count: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

export const list = (items: JsonSchema, most: number): JsonSchema => ({ type: 'array', items, maxItems: most });

/** What it holds is its sender's own: kept as it came, up to 64 KiB. */
export const openObject = shape.openObject;

/** A closed object of at most 64 KiB: it is shown with the entity that it speaks of. */
export function smallObject(properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema {
  return { ...shape.closed(properties, required), maxBytes: shape.openObject.maxBytes };
}
