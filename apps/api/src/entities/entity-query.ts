import { filtersOf } from '@app/catalog';
import type { EntityType, Include, ListRequest } from '@app/catalog';
import { REFRESHES } from '../http/request/refresh';
import { QueryReader } from './query-reader';
import type { RawQuery } from './query-reader';

export const INCLUDES = ['all', 'deleted', 'non-deleted'] as const;
export const PAGE = { least: 0, most: 1000, otherwise: 10 } as const;

export interface ReadQuery {
  readonly fields: string | undefined;
  readonly include: Include;
}

export function readQuery(query: RawQuery): ReadQuery {
  const reader = new QueryReader(query);
  const read = { fields: reader.text('fields'), include: reader.word('include', INCLUDES, 'non-deleted') };
  reader.end();
  return read;
}

export function listQuery(entityType: EntityType, query: RawQuery): ListRequest {
  const reader = new QueryReader(query);
  const filters: Record<string, string> = {};
  const page = {
    limit: reader.integer('limit', PAGE),
    before: reader.text('before'),
    after: reader.text('after'),
    fields: reader.text('fields'),
    include: reader.word('include', INCLUDES, 'non-deleted'),
  };
  for (const name of Object.keys(filtersOf(entityType))) {
    const value = reader.text(name);
    if (value !== undefined) filters[name] = value;
  }
  reader.end();
  return { ...page, filters };
}

/** The cursor of a page of versions. */
export function versionsQuery(query: RawQuery): string | undefined {
  const reader = new QueryReader(query);
  const after = reader.text('after');
  reader.end();
  return after;
}

export function deleteQuery(query: RawQuery): { hardDelete: boolean; recursive: boolean } {
  const reader = new QueryReader(query);
  const read = { hardDelete: reader.boolean('hardDelete'), recursive: reader.boolean('recursive') };
  reader.word('refresh', REFRESHES, 'false');
  reader.end();
  return read;
}

/** Wishes of a bulk write. `async` is known to clients; whatever it says, the answer comes when all is done. */
export function bulkQuery(entityType: EntityType, query: RawQuery): Record<string, boolean> {
  const reader = new QueryReader(query);
  const wishes = Object.fromEntries(Object.keys(entityType.wishes).map((name) => [name, reader.boolean(name)]));
  reader.boolean('async');
  reader.word('refresh', REFRESHES, 'false');
  reader.end();
  return wishes;
}

/** Wishes of a write: `allowDrift` of a contract. */
export function writeQuery(entityType: EntityType, query: RawQuery): Record<string, boolean> {
  const reader = new QueryReader(query);
  const wishes = Object.fromEntries(Object.keys(entityType.wishes).map((name) => [name, reader.boolean(name)]));
  reader.word('refresh', REFRESHES, 'false');
  reader.end();
  return wishes;
}
