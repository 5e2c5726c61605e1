import {
  array,
  base,
  boolean,
  byRequest,
  children,
  code,
  mostlyEmpty,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
  text,
  word,
} from '../../definition/build';
import { MOST_METRICS, MOST_PIPELINES } from '../../definition/limits';
import { TABLE_TYPES } from '../../definition/closed-lists';
import { ASSET_SHAPE, DATA_ASSET, defineAsset } from '../asset';

/** The last reported state of each pipeline that processes `e`, under its present name; a deleted pipeline is left out until it is restored. */
const PIPELINES = `(
  select coalesce(jsonb_agg(jsonb_build_object('pipeline', jsonb_strip_nulls(jsonb_build_object('id', p.id, 'type', p.type,
           'name', p.name, 'fullyQualifiedName', p.fqn, 'displayName', p.body ->> 'displayName', 'deleted', false))) || o.body
           order by p.name, p.id), '[]')
    from pipeline_observability o join entity p on p.node = o.pipeline and p.deleted_by is null where o.asset = e.node)`;

export const tableType = defineAsset({
  type: 'table',
  collection: 'tables',
  traits: DATA_ASSET,
  description: 'A table or view with its columns.',
  service: 'databaseService',
  parent: 'databaseSchema',
  grandparent: 'database',
  attributes: {
    tableType: base(oneOf(...TABLE_TYPES)),
    columns: parts(array(part('Column')), 'single', { columns: true }),
    tableConstraints: byRequest(array(part('TableConstraint'))),
    tablePartition: byRequest(part('TablePartition')),
    tableProfilerConfig: byRequest(openObject),
    dataModel: byRequest(part('DataModel')),
    locationPath: byRequest(text),
    location: byRequest(part('EntityReference')),
    schemaDefinition: byRequest(code),
    retentionPeriod: byRequest(text),
    fileFormat: byRequest(word),
    compressionEnabled: byRequest(boolean),
    compressionCodec: byRequest(text),
    compressionStrategy: byRequest(part('CompressionStrategy')),
    processedLineage: byRequest(boolean),
    queries: readOnly(byRequest(array(text))),
    pipelineObservability: mostlyEmpty(array(part('PipelineObservability'), MOST_PIPELINES), PIPELINES, {
      ...{ table: 'pipeline_observability', node: 'asset', value: `'[]'::jsonb` },
    }),
    usageSummary: readOnly(byRequest(openObject)),
    profile: readOnly(byRequest(openObject)),
    customMetrics: readOnly(byRequest(array(part('CustomMetric'), MOST_METRICS))),
    joins: readOnly(byRequest(openObject)),
    sampleData: readOnly(byRequest(openObject)),
  },
  relations: { testSuite: { ...children('testSuite'), many: false, large: false } },
  compatible: { ...ASSET_SHAPE, always: ['columns'] },
  search: { index: 'table_search_index', shown: ['schemaDefinition'] },
  required: ['columns'],
  example: {
    name: 'orders',
    databaseSchema: 'shop_postgres.shop.public',
    description: 'One row for each order',
    columns: [
      { name: 'order_id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', description: 'Key of the order' },
      { name: 'ordered_at', dataType: 'TIMESTAMP', constraint: 'NOT_NULL' },
      { name: 'note', dataType: 'VARCHAR', dataLength: 200 },
    ],
  },
});
