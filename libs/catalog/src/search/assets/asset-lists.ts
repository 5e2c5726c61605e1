import { invalidFields, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { EntityFinder } from '../../read/entity-finder';
import type { EntityKey } from '../../read/entity.repository';
import type { Reference } from '../../definition/entity-document';
import { ALL } from '../ask/index-names';
import { CatalogSearch } from '../catalog-search';
import { heldBy } from './held-by';

/** A page of a list: `offset` entries are skipped. With `limit` at most 10,000. */
export interface AssetPageRequest {
  readonly limit: number;
  readonly offset: number;
  /** Types of which they are, parted by commas; default: every type. */
  readonly entityType?: string;
}

interface AssetPage {
  readonly data: readonly Reference[];
  readonly paging: Pick<AssetPageRequest, 'limit' | 'offset'> & { readonly total: number };
}

/** The assets of a tag, a glossary term, a domain, a data product, a user or a team, as searches find them. */
@Injectable()
export class AssetLists {
  constructor(
    private readonly entities: EntityFinder,
    private readonly searches: CatalogSearch,
  ) {}

  /**
   * By name. Owners and domains that assets inherit count, and labels of columns.
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN, SERVICE_UNAVAILABLE if search is down
   */
  async page(actor: Actor, type: string, key: EntityKey, request: AssetPageRequest): Promise<AssetPage> {
    const { limit, offset, entityType } = request;
    const types = entityType === undefined ? undefined : typesIn(entityType);
    const entity = await this.entities.findFor(actor, 'ViewBasic', type, key);
    const { hits } = await this.searches.search(actor, {
      q: '*',
      index: ALL,
      deleted: false,
      from: offset,
      size: limit,
      sortField: { parameter: 'sort_field', text: 'name' },
      sortOrder: 'asc',
      totals: true,
      source: ['name', 'displayName', 'fullyQualifiedName', 'entityType'],
      queryFilter: { parameter: 'query_filter', text: heldBy(entity, types) },
      includeAggregations: false,
      hierarchy: false,
      strict: true,
    });
    const data = (hits.hits as readonly Hit[]).map(referenceOf);
    return { data, paging: { total: hits.total?.value ?? 0, offset, limit } };
  }
}

/** @throws {AppError} BAD_REQUEST */
function typesIn(text: string): string[] {
  const types = text.split(',').map((name) => name.trim());
  const unknown = types.find((name) => !entityTypes.all().some(({ type }) => type === name));
  if (unknown !== undefined) throw invalidFields([{ field: 'entityType', message: `"${unknown}" is no entity type` }]);
  return types;
}

interface Hit {
  readonly _id: string;
  readonly _source: Omit<Reference, 'id' | 'type' | 'deleted'> & { readonly entityType: string };
}

function referenceOf({ _id: id, _source: { entityType: type, ...names } }: Hit): Reference {
  return { id, type, ...names, deleted: false };
}
