import type { Asset } from '../../api/assets';
import { namesOf, unquoted } from '../../ui/text/fqn-parts';

/** An entity that an asset lies in. */
export interface Ancestor {
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
}

/** From the outermost inwards; what lies in others of its own type stands behind these. */
function referencesAbove(asset: Asset): Asset['service'][] {
  const { service, database, databaseSchema, apiCollection, glossary, classification } = asset;
  return [service, database, databaseSchema, apiCollection, glossary, classification];
}

/** The entities that the asset lies in, the outermost first. */
export function pathTo(asset: Asset): Ancestor[] {
  const above = referencesAbove(asset).flatMap((reference): Ancestor[] => {
    const { type, name, displayName, fullyQualifiedName: fqn } = reference ?? {};
    return type !== undefined && fqn !== undefined ? [{ type, name: displayName ?? name ?? fqn, fqn }] : [];
  });
  return [...above, ...parentsOf(asset, above.at(-1)?.fqn ?? ''), ...testedBy(asset)];
}

/** A reference names the nearest of them; the others are in its FQN. */
function parentsOf({ parent }: Asset, below: string): Ancestor[] {
  const { type, fullyQualifiedName = '' } = parent ?? {};
  if (type === undefined) return [];
  const names = namesOf(fullyQualifiedName);
  return names
    .map((name, at) => ({ type, name: unquoted(name), fqn: names.slice(0, at + 1).join('.') }))
    .slice(namesOf(below).length);
}

/** A test case says by a link what it tests. */
function testedBy({ entityLink = '' }: Asset): Ancestor[] {
  const [, type, fqn] = /^<#E::(\w+)::(.+?)(?:::columns::.*)?>$/.exec(entityLink) ?? [];
  return type !== undefined && fqn !== undefined ? [{ type, name: fqn, fqn }] : [];
}
