import { keywordForm } from '../../analysis/text-form';
import { fieldOf } from '../../document/search-field';
import { MOST_BUCKETS, type BucketOf } from '../../query/aggregation';
import { Clause, notAllowed, refused, shown } from '../dsl/clause';
import { readValueField, type AggregationScope } from './aggregation-scope';

const MOST_SOURCES = 10;

type Composite = BucketOf<'composite'>;
type Source = Composite['sources'][number];

function readSource(value: unknown, path: string, scope: AggregationScope): Source {
  const outer = Clause.of(value, path);
  const name = outer.single('one source');
  const kind = outer.child(name);
  const type = kind.single('the type of the source');
  if (type !== 'terms') throw notAllowed(kind.at(type), ['terms']);
  const clause = kind.child(type).only('field', 'order', 'missing_bucket');
  return {
    name,
    field: readValueField(clause, scope),
    direction: clause.oneOf('order', ['asc', 'desc'], 'asc'),
    missingBucket: clause.flag('missing_bucket', false),
  };
}

function readAfter(clause: Clause, sources: readonly Source[]): Composite['after'] {
  if (!clause.has('after')) return undefined;
  const after = clause.child('after').only(...sources.map(({ name }) => name));
  return Object.fromEntries(
    sources.map(({ name, field, missingBucket }) => {
      const value = after.needed(name);
      const kind = fieldOf(field)?.kind ?? 'keyword';
      if (value === null && missingBucket) return [name, value];
      if (kind === 'boolean' && ['true', 'false'].includes(String(value))) return [name, String(value)];
      if (kind === 'keyword' && typeof value === 'string') return [name, keywordForm(value)];
      if ((kind === 'number' || kind === 'date') && typeof value === 'number') return [name, value];
      throw refused(after.at(name), `must be a value of ${field} as in after_key, got ${shown(value)}`);
    }),
  );
}

export function readComposite(body: unknown, path: string, scope: AggregationScope): Composite {
  const clause = Clause.of(body, path).only('sources', 'size', 'after');
  clause.needed('sources');
  const sources = clause.list('sources').map(({ value, path: at }) => readSource(value, at, scope));
  const names = new Set(sources.map(({ name }) => name));
  if (sources.length === 0 || sources.length > MOST_SOURCES || names.size < sources.length) {
    throw refused(clause.at('sources'), `must be 1 to ${MOST_SOURCES} sources, each with a name of its own`);
  }
  const after = readAfter(clause, sources);
  const size = clause.integer('size', { min: 1, max: MOST_BUCKETS, fallback: 10 });
  return { type: 'composite', size, sources, ...(after && { after }) };
}
