import { entityTypes } from '@app/catalog';
import { AppError, isObject } from '@app/common';
import { named, type CatalogCalls, type Json } from './catalog-calls';

/** An entity as an agent names it, and the types that it can have. */
export interface AskedEntity {
  /** An id, a fully qualified name, its end, or a name by itself; in any case. */
  readonly asked: string;
  /** The type that the agent gave. */
  readonly type?: string;
  /** Types that the tool takes; those of exact names first. */
  readonly types: readonly string[];
  /** The fields to answer, by type. */
  readonly fields?: (type: string) => string | undefined;
}

export interface FoundEntity {
  readonly type: string;
  readonly entity: Json;
}

interface Candidate {
  readonly id: string;
  readonly type: string;
  readonly fullyQualifiedName: string;
}

/** Descriptions of arguments that name an asset, and its type. */
export const ASSET_NAME = 'Name or id, as search answers it';
export const ASSET_TYPE = 'Its type, such as table; where several have the name';

/** Candidates that are looked at. */
const MOST_CANDIDATES = 25;
/** Candidates that a refusal names. */
const MOST_NAMED = 5;

/**
 * Finds an entity by whatever an agent calls it: by its type and exact name or id first, then among all of the tool's types by search. One that
 * is the only one of that name is taken, with a note.
 *
 * @throws {AppError} NOT_FOUND that names what may be meant
 */
export async function entityNamed(catalog: CatalogCalls, asked: AskedEntity): Promise<FoundEntity> {
  const type = asked.type ?? asked.types[0] ?? 'table';
  const exact = await catalog.find(pathOf(type, asked.asked), { fields: asked.fields?.(type) });
  if (exact) return { type, entity: exact };
  const [meant, ...others] = closest(asked.asked, await candidatesFor(catalog, asked));
  if (!meant) throw new AppError('NOT_FOUND', `Nothing is named ${asked.asked}${await alikeTo(catalog, asked)}`);
  if (others.length > 0) throw new AppError('NOT_FOUND', `${asked.asked} may be ${listed([meant, ...others])}`);
  const entity = await catalog.get(pathOf(meant.type, meant.id), { fields: asked.fields?.(meant.type) });
  if (![meant.id, meant.fullyQualifiedName].includes(asked.asked))
    catalog.note(`${asked.asked} is the ${meant.type} ${meant.fullyQualifiedName}`);
  return { type: meant.type, entity };
}

/** Finds an asset that a tool takes. A contract stands for its asset, with a note. @throws {AppError} */
export async function assetNamed(
  catalog: CatalogCalls,
  { asset, type }: { readonly asset: string; readonly type?: string },
  types: readonly string[],
): Promise<FoundEntity> {
  const found = await entityNamed(catalog, { asked: asset, type, types: [...types, 'dataContract'] });
  if (found.type !== 'dataContract') return found;
  const entity = found.entity.entity as Json;
  catalog.note(`${asset} is a contract; its asset ${String(entity.fullyQualifiedName)} was taken`);
  return { type: String(entity.type), entity };
}

const pathOf = (type: string, idOrFqn: string): string => `/${entityTypes.get(type).collection}/${named(idOrFqn)}`;

/** Entities of the tool's types with that id, or that name at the end of their own, by any case. */
function candidatesFor(catalog: CatalogCalls, { asked, types }: AskedEntity): Promise<Candidate[]> {
  const should = [
    { ids: { values: [asked] } },
    { term: { 'name.keyword': asked } },
    { term: { 'fullyQualifiedName.keyword': asked } },
    { wildcard: { fullyQualifiedName: `*.${asked.replace(/[*?\\]/g, '\\$&')}` } },
  ];
  return found(catalog, types, '*', { should, minimum_should_match: 1 });
}

async function found(catalog: CatalogCalls, types: readonly string[], words: string, named: object = {}) {
  const query = { bool: { ...named, filter: [{ terms: { entityType: types } }] } };
  const answer = await catalog.get('/search/query', {
    ...{ q: words, query_filter: JSON.stringify({ query }), index: 'all', size: MOST_CANDIDATES },
    ...{ include_source_fields: 'id,entityType,fullyQualifiedName', include_aggregations: false },
  });
  const { hits } = answer.hits as { hits: readonly Json[] };
  return hits.flatMap(({ _source: source }) => {
    if (!isObject(source)) return [];
    const { id, entityType, fullyQualifiedName } = source;
    return [{ id: String(id), type: String(entityType), fullyQualifiedName: String(fullyQualifiedName) }];
  });
}

/** Those that are named so as a whole, else those whose name ends so. */
function closest(asked: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const whole = candidates.filter(
    ({ id, fullyQualifiedName }) => id === asked || fullyQualifiedName.toLowerCase() === asked.toLowerCase(),
  );
  return whole.length > 0 ? whole : candidates;
}

/** The end of a refusal: what is named like it. */
async function alikeTo(catalog: CatalogCalls, { asked, types }: AskedEntity): Promise<string> {
  const words = asked.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const alike = words === '' ? [] : await found(catalog, types, words);
  return alike.length > 0 ? `; did you mean ${listed(alike)}` : '';
}

function listed(candidates: readonly Candidate[]): string {
  const shown = candidates.slice(0, MOST_NAMED).map(({ type, fullyQualifiedName }) => `${type} ${fullyQualifiedName}`);
  return `${shown.join(', ')}${candidates.length > MOST_NAMED ? ', …' : ''}?`;
}
