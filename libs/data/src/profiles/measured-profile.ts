import type { Transaction } from '@app/database';
import { storeMeasuredProfile } from '@app/quality';
import { profileTable, type MeasuredTable } from '@app/sources';
import type { FoundTable } from '../tables/find-table';
import type { CheckedEntity } from '../tables/table-checks.repository';
import type { DataRunContext } from '../runs/work/data-runner';
import { profiledColumns } from './profiled-columns';
import { readProfilerConfig, type ProfilerConfig } from './profiler-config';

export interface TakenProfile {
  /** Whether all was measured that was asked for. */
  readonly isWhole: boolean;
  /** One sentence. */
  readonly message: string;
  /** For the record of the run: no value of the data. */
  readonly summary: object;
  /** @param begin of the run, in epoch ms */
  store(tx: Transaction, begin: number): Promise<void>;
}

export interface ProfileSettings {
  readonly sampleDataHiddenTags: readonly string[];
  readonly dataRowsLimit: number;
}

/**
 * Measures a table in a reading.
 * @param quantiles median and quartiles, too
 * @throws {SourceError}
 */
export async function takeProfile(
  context: DataRunContext,
  entity: CheckedEntity & { readonly node: string },
  { session, table }: FoundTable,
  quantiles: boolean,
  { sampleDataHiddenTags, dataRowsLimit }: ProfileSettings,
): Promise<TakenProfile> {
  const config = readProfilerConfig(entity.profilerConfig);
  const { columns } = table;
  const known = { columns, hasFields: session.dialect.field !== undefined };
  const profiled = profiledColumns(known, entity.columns, config, sampleDataHiddenTags, (one) => context.warn(one));
  const progress = (done: number): void => context.progress({ done, total: profiled.length, current: entity.fqn });
  progress(0);
  const place = {
    ...{ database: entity.database, schema: entity.schema, table: entity.table, columns },
    ...{ zone: context.access.timezone, now: await session.now(), customSql: false },
  };
  const measured = await profileTable(
    session,
    place,
    {
      ...{ columns: profiled, quantiles, measured: progress },
      ...(config.sample && { sample: config.sample }),
      isStored: ['Regular', 'Partitioned', 'MaterializedView'].includes(table.kind),
      key: table.constraints.find(({ type }) => type === 'PRIMARY_KEY')?.columns ?? [],
    },
    { until: context.until, rowsLimit: dataRowsLimit },
  );
  for (const { column, metrics, message } of measured.refusals)
    context.warn({ code: 'notMeasured', subject: column, message: `${metrics.join(', ')}: ${message}` });
  return taken(entity.node, config, measured, columns.length, table.sizeInByte);
}

function taken(
  node: string,
  { sample, measuresTable }: ProfilerConfig,
  { rowCount, isSampled, columns, refusals }: MeasuredTable,
  columnCount: number,
  sizeInByte: number | undefined,
): TakenProfile {
  const table = {
    ...(measuresTable && { rowCount, columnCount, ...(sizeInByte !== undefined && { sizeInByte }) }),
    ...(isSampled && sample && { profileSample: sample.size, profileSampleType: sample.type }),
  };
  return {
    isWhole: refusals.length === 0,
    message: `${columns.length} columns of ${rowCount} rows were measured${isSampled ? ' by a sample' : ''}`,
    summary: { ...table, columns: columns.length },
    store: (tx, begin) =>
      storeMeasuredProfile(tx, node, {
        timestamp: begin,
        table,
        columns: columns.map(({ name, figures }) => ({ name, ...figures })),
      }),
  };
}
