import { entityTypes } from '@app/catalog';
import { badRequest, invalidFields, isUuid } from '@app/common';
import type { ContractView } from '@app/contracts';
import { INCLUDES } from '../../entities/entity-query';
import { QueryReader } from '../../entities/query-reader';
import type { RawQuery } from '../../entities/query-reader';

export interface AssetQuery {
  readonly id: string;
  readonly type: string;
  readonly fields: string | undefined;
}

/** How one contract is to be shown. */
export function contractView(query: RawQuery): ContractView {
  const reader = new QueryReader(query);
  const fields = reader.text('fields');
  const include = reader.word('include', INCLUDES, 'non-deleted');
  const effective = reader.boolean('effective');
  reader.end();
  return { fields, include, effective };
}

/** `entityId` and `entityType`, both required, and `fields`. */
export function assetQuery(query: RawQuery): AssetQuery {
  const reader = new QueryReader(query);
  const [id, type, fields] = [reader.text('entityId'), reader.text('entityType'), reader.text('fields')];
  // A parameter that is given twice is not missing on top.
  reader.end();
  if (id === undefined || type === undefined) {
    const missing = [...(id === undefined ? ['entityId'] : []), ...(type === undefined ? ['entityType'] : [])];
    throw invalidFields(missing.map((field) => ({ field, message: 'is a required query parameter' })));
  }
  if (!isUuid(id))
    throw badRequest(`entityId must be a UUID, got ${id}`, [{ field: 'entityId', message: 'must be a UUID' }]);
  const allowed = entityTypes.get('dataContract').parents.flatMap(({ types }) => types);
  if (!allowed.includes(type))
    throw invalidFields([{ field: 'entityType', message: `must be one of ${allowed.join(', ')}; got ${type}` }]);
  return { id: id.toLowerCase(), type, fields };
}
