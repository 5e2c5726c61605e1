import { filtersOf, type EntityType, type Include, type ListRequest } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { REFRESHES } from '../http/request/refresh';
import { BooleanProperty, ChoiceProperty, IntegerProperty, SORT_ORDERS, TextProperty } from '../http/input';

const INCLUDES = ['all', 'deleted', 'non-deleted'] as const;

/** How an entity is to be shown. */
export class EntityReadQuery {
  @TextProperty({ min: 0, description: 'Comma-separated members to show beside the base ones; `*` for all' })
  fields?: string;

  @ChoiceProperty({ of: INCLUDES, description: 'Which entities are returned with regard to soft deletion' })
  include: Include = 'non-deleted';
}

export class EntityListQuery extends EntityReadQuery {
  @IntegerProperty({ min: 0, max: 1_000, description: 'Maximum number of entities of a page; 0: only the total' })
  limit = 10;

  @TextProperty({ description: 'Cursor `paging.before` of an answer' })
  before?: string;

  @TextProperty({ description: 'Cursor `paging.after` of an answer' })
  after?: string;

  /** Only of types with sorts. */
  sortBy?: string;
  sortOrder?: (typeof SORT_ORDERS)[number];
}

export class VersionListQuery {
  @TextProperty({ description: 'Cursor `paging.after` of an answer that ended early, at 16 MiB' })
  after?: string;
}

export class RefreshQuery {
  @ChoiceProperty({
    of: REFRESHES,
    description: 'wait_for or true: the answer is sent when searches find the change',
  })
  refresh: (typeof REFRESHES)[number] = 'false';
}

export class DeleteQuery extends RefreshQuery {
  @BooleanProperty({ description: 'Delete permanently instead of softly' })
  hardDelete = false;

  @BooleanProperty({ description: 'Delete its children too' })
  recursive = false;
}

/** The query of a list of a type: a page, and the type's filters. */
export function listQueryOf(entityType: EntityType): Type<EntityListQuery> {
  class ListQuery extends EntityListQuery {}
  for (const [name, description] of Object.entries(filtersOf(entityType))) {
    const { words } = entityType.filters[name] ?? {};
    const property = words ? ChoiceProperty({ of: words, description }) : TextProperty({ min: 0, description });
    property(ListQuery.prototype, name);
  }
  const sorts = Object.entries(entityType.sorts);
  if (sorts.length > 0) {
    const of = ['name', ...sorts.map(([name]) => name)];
    const ascending = sorts.map(([name, { description }]) => `${name}: ${description}`).join('; ');
    ChoiceProperty({ of, description: `Sort key. Ascending, ${ascending}.` })(ListQuery.prototype, 'sortBy');
    ChoiceProperty({ of: SORT_ORDERS, description: 'Direction of the list.' })(ListQuery.prototype, 'sortOrder');
  }
  return ListQuery;
}

/** The query of a write of a type: its options. */
export function writeQueryOf(entityType: EntityType): Type<RefreshQuery> {
  class WriteQuery extends RefreshQuery {
    constructor() {
      super();
      Object.assign(this, writeOptions(entityType, {}));
    }
  }
  for (const [name, description] of Object.entries(entityType.writeOptions))
    BooleanProperty({ description })(WriteQuery.prototype, name);
  return WriteQuery;
}

/** The query of a bulk write of a type: its options, and `async`. */
export function bulkQueryOf(entityType: EntityType): Type<RefreshQuery> {
  const description =
    'Accepted for compatibility with clients that send it; the answer comes when all rows are done in either case';
  class BulkQuery extends writeQueryOf(entityType) {
    @BooleanProperty({ description })
    async = false;
  }
  return BulkQuery;
}

export function writeOptions(entityType: EntityType, query: object): Readonly<Record<string, boolean>> {
  const given = query as Readonly<Record<string, boolean>>;
  return Object.fromEntries(Object.keys(entityType.writeOptions).map((name) => [name, given[name] ?? false]));
}

/** The page and the filters that a query of a list asks for. */
export function listRequest({ sortBy = 'name', sortOrder = 'asc', ...query }: EntityListQuery): ListRequest {
  const { limit, before, after, fields, include, ...filters } = query;
  const isUsual = sortBy === 'name' && sortOrder === 'asc';
  return {
    ...{ limit, before, after, fields, include, filters: filters as Readonly<Record<string, string>> },
    ...(!isUsual && { sort: { by: sortBy, direction: sortOrder } }),
  };
}
