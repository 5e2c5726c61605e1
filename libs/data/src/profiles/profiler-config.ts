import { COLUMN_METRICS, type ProfileSample, SourceError } from '@app/sources';

/** How a table is profiled: what its `tableProfilerConfig` says of it. */
export interface ProfilerConfig {
  readonly sample?: ProfileSample;
  /** Only these columns, by name, with the metrics that are wanted of each; absent: all metrics. */
  readonly include?: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  readonly exclude: ReadonlySet<string>;
  /** Rows, columns and size. */
  readonly measuresTable: boolean;
  readonly measuresColumns: boolean;
}

const FIELD = 'tableProfilerConfig';
const KNOWN: ReadonlySet<string> = new Set(COLUMN_METRICS);

/**
 * Reads the config, which is stored unchecked. Members of other profilers are ignored, and metrics that are not measured here.
 * @throws {SourceError} `badParameter`
 */
export function readProfilerConfig(config: unknown): ProfilerConfig {
  if (config === null || config === undefined) return readProfilerConfig({});
  if (typeof config !== 'object' || Array.isArray(config)) throw refused('', 'an object');
  const members = config as Readonly<Record<string, unknown>>;
  const method = methodOf(members.samplingMethodType);
  const size = sampleOf(members.profileSample, members.profileSampleType);
  const sample = size && { ...size, ...(method === 'SYSTEM' && { byBlocks: true }) };
  const include = includedOf(members.includeColumns);
  return {
    ...(sample && { sample }),
    ...(include && { include }),
    exclude: new Set(textsOf(members.excludeColumns, 'excludeColumns')),
    measuresTable: flagOf(members.computeTableMetrics, 'computeTableMetrics'),
    measuresColumns: flagOf(members.computeColumnMetrics, 'computeColumnMetrics'),
  };
}

function sampleOf(size: unknown, type: unknown): ProfileSample | undefined {
  if (size === null || size === undefined) return undefined;
  switch (type ?? 'PERCENTAGE') {
    case 'PERCENTAGE':
      if (typeof size !== 'number' || !(size > 0 && size <= 100))
        throw refused('profileSample', 'a percentage over 0, up to 100');
      return { type: 'PERCENTAGE', size };
    case 'ROWS':
      if (!Number.isSafeInteger(size) || (size as number) < 1)
        throw refused('profileSample', 'a number of rows, from 1');
      return { type: 'ROWS', size: size as number };
    default:
      throw refused('profileSampleType', 'PERCENTAGE or ROWS');
  }
}

function methodOf(method: unknown): 'BERNOULLI' | 'SYSTEM' {
  if (method === null || method === undefined || method === 'BERNOULLI') return 'BERNOULLI';
  if (method === 'SYSTEM') return method;
  throw refused('samplingMethodType', 'BERNOULLI or SYSTEM');
}

/** `["id"]` or `[{"columnName": "id", "metrics": ["min"]}]`; an empty list names none, and means all. */
function includedOf(list: unknown): ProfilerConfig['include'] {
  const items = listOf(list, 'includeColumns').map((item, at): readonly [string, ReadonlySet<string> | undefined] => {
    if (typeof item === 'string') return [item, undefined];
    const { columnName, metrics } = (item ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof columnName !== 'string') throw refused(`includeColumns[${at}].columnName`, 'the name of a column');
    const wanted = textsOf(metrics, `includeColumns[${at}].metrics`);
    const known = wanted.filter((name) => KNOWN.has(name));
    return [columnName, wanted.length && !wanted.includes('all') ? new Set(known) : undefined];
  });
  return items.length ? new Map(items) : undefined;
}

function textsOf(list: unknown, field: string): string[] {
  return listOf(list, field).map((item, at) => {
    if (typeof item !== 'string') throw refused(`${field}[${at}]`, 'a text');
    return item;
  });
}

function listOf(list: unknown, field: string): readonly unknown[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw refused(field, 'a list');
  return list;
}

function flagOf(value: unknown, field: string): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'boolean') throw refused(field, 'true or false');
  return value;
}

const refused = (member: string, allowed: string): SourceError =>
  new SourceError({
    reason: 'badParameter',
    message: `${member ? `${FIELD}.${member}` : FIELD} of the table must be ${allowed}`,
  });
