import { isObject } from '@app/common';
import type { Json } from '../document/json';
import { valueAt } from '../document/pointer';
import type { Steps } from '../document/pointer';

/** Lists whose items have custom properties in 3.1 and 3.2. */
const LISTS = new Set([
  'schema',
  'properties',
  'servers',
  'quality',
  'support',
  'team',
  'members',
  'roles',
  'relationships',
]);
const OBJECTS = new Set(['items', 'team']);

/** The element nearest to a place (itself, or around it) that has custom properties, and how many steps lead to it. */
export function nearestHolder(document: Json, steps: Steps): { readonly element: Json; readonly depth: number } {
  for (let depth = steps.length; depth > 0; depth--) {
    const prefix = steps.slice(0, depth);
    const element = valueAt(document, prefix);
    if (isObject(element) && isHolder(prefix) && !prefix.includes('customProperties')) return { element, depth };
  }
  return { element: document, depth: 0 };
}

function isHolder(prefix: Steps): boolean {
  const [last, before] = [prefix.at(-1), prefix.at(-2)];
  if (typeof last === 'number') return LISTS.has(String(before));
  return OBJECTS.has(String(last)) || (last === 'description' && prefix.length === 1);
}
