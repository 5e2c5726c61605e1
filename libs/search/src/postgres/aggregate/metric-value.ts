import { METRICS, type MetricType } from '../../query/aggregation';

/** A metric, or one of the numbers of a metric that has several. */
export type MetricMember = MetricType | MembersOf<(typeof METRICS)[MetricType]>;

type MembersOf<Traits> = Traits extends { readonly members: readonly (infer Member)[] } ? Member : never;

/** SQL of a metric of the values (SQL) of a group: of a metric of several numbers an object of them. */
export function metricValue(type: MetricMember, value: string): string {
  switch (type) {
    case 'min':
    case 'max':
      return `${type}(${value})`;
    case 'avg':
      return `avg((${value})::float8)`;
    case 'sum':
      return `coalesce(sum((${value})::float8), 0)`;
    case 'count':
    case 'value_count':
      return `count(${value})`;
    case 'cardinality':
      return `count(distinct ${value})`;
    case 'stats': {
      const members = METRICS.stats.members.map((name) => `'${name}', ${metricValue(name, value)}`);
      return `json_build_object(${members.join(', ')})`;
    }
  }
}
