import { badRequest } from '@app/common';
import type { Bucket } from '../../query/aggregation';
import type { Parameters } from '../compile/parameters';
import { valueField } from '../../document/search-field';
import { isColumn } from './field-source';

type Composite = Extract<Bucket, { type: 'composite' }>;

/** What comes behind the keys of the page before; a missing value comes first upwards and last downwards. */
export function behindKeys(bucket: Composite, keys: readonly string[], parameters: Parameters): string {
  const { after } = bucket;
  if (!after) return 'true';
  const steps = bucket.sources.map((source, at) => {
    const key = keys[at] as string;
    const value = after[source.name] ?? null;
    const place = value === null ? undefined : placeOf(source.field, value, parameters);
    const later =
      source.direction === 'asc'
        ? place === undefined
          ? `${key} is not null`
          : `${key} > ${place}`
        : place === undefined
          ? 'false'
          : `(${key} < ${place} or ${key} is null)`;
    return { later, same: place === undefined ? `${key} is null` : `${key} = ${place}` };
  });
  const alternatives = steps.map(({ later }, at) =>
    [...steps.slice(0, at).map(({ same }) => same), later].join(' and '),
  );
  return `(${alternatives.map((each) => `(${each})`).join(' or ')})`;
}

function placeOf(field: string, value: string | number, parameters: Parameters): string {
  if (!isColumn(field)) return `${parameters.add(String(value), 'text')} collate "C"`;
  const isBoolean = valueField(field)?.kind === 'boolean' && typeof value === 'string';
  const number = isBoolean ? Number(value === 'true') : value;
  if (typeof number !== 'number') throw badRequest(`after: ${field} is a number; send after_key as it came`);
  return parameters.add(number, 'float8');
}
