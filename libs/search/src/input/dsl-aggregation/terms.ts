import { keywordForm } from '../../analysis/text-form';
import { fieldOf } from '../../document/search-field';
import { MOST_BUCKETS, type BucketOf } from '../../query/aggregation';
import { Clause, refused, shown } from '../dsl/clause';
import { readValueField, type AggregationScope } from './aggregation-scope';

const MOST_VALUES = 1_024;
const ORDER_KEY = /^[A-Za-z0-9_ .@-]{1,200}$/;

type Terms = BucketOf<'terms'>;
type Order = Terms['order'][number];

function orderEntry(value: unknown, path: string): Order {
  const clause = Clause.of(value, path);
  const by = clause.single('what to order by');
  if (!ORDER_KEY.test(by))
    throw refused(clause.at(by), 'must be _count, _key, or a metric below such as name or name.avg');
  return { by, direction: clause.oneOf(by, ['asc', 'desc'], 'desc') };
}

/** The most frequent first unless it is said otherwise; equal ones by key. */
function readOrder(clause: Clause): readonly Order[] {
  const order = clause.list('order').map(({ value, path }) => orderEntry(value, path));
  const first: readonly Order[] = order.length > 0 ? order : [{ by: '_count', direction: 'desc' }];
  return first.some(({ by }) => by === '_key') ? first : [...first, { by: '_key', direction: 'asc' }];
}

/** A boolean as engines write its key. */
function booleanText(value: unknown, path: string): 'true' | 'false' {
  if (value === true || value === 'true') return 'true';
  if (value === false || value === 'false') return 'false';
  throw refused(path, `must be true or false, got ${shown(value)}`);
}

function readMissing(clause: Clause, field: string): string | number | undefined {
  const value = clause.raw('missing');
  if (value === undefined) return undefined;
  if (fieldOf(field)?.kind === 'boolean') return booleanText(value, clause.at('missing'));
  const numeric = ['number', 'date'].includes(fieldOf(field)?.kind ?? 'keyword');
  if (numeric ? typeof value === 'number' : typeof value === 'string') {
    return typeof value === 'string' ? keywordForm(value) : (value as number);
  }
  throw refused(clause.at('missing'), `must be a ${numeric ? 'number' : 'text'}, got ${shown(value)}`);
}

/** Lists of whole values; patterns are not taken. */
function values(clause: Clause, key: 'include' | 'exclude', field: string): readonly string[] | undefined {
  if (!clause.has(key)) return undefined;
  if (fieldOf(field)?.kind !== 'boolean') return clause.texts(key, MOST_VALUES).map(keywordForm);
  return clause.list(key).map(({ value, path }) => booleanText(value, path));
}

export function readTerms(body: unknown, path: string, scope: AggregationScope): Terms {
  const clause = Clause.of(body, path).only('field', 'size', 'min_doc_count', 'order', 'missing', 'include', 'exclude');
  const field = readValueField(clause, scope);
  const missing = readMissing(clause, field);
  const include = values(clause, 'include', field);
  const exclude = values(clause, 'exclude', field);
  return {
    type: 'terms',
    field,
    size: clause.integer('size', { min: 1, max: MOST_BUCKETS, fallback: 10 }),
    minDocCount: clause.integer('min_doc_count', { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: 1 }),
    order: readOrder(clause),
    ...(missing !== undefined && { missing }),
    ...(include && { include }),
    ...(exclude && { exclude }),
  };
}
