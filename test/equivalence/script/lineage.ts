import { Steps, type Caller, type Chapter } from './step';

const CALLERS: readonly Caller[] = ['admin', 'viewer', 'consumer', 'nobody'];
const TABLES = ['raw', 'clean', 'daily', 'secret', 'report', 'alone'] as const;
const FORMATS = ['csv', 'json', 'graphml', 'dot', 'mermaid', 'openlineage'];
const fqn = (name: string): string => `flow.db.public.${name}`;
const PLACE = 'postgres://flow.example.org:5432';

const edge = (from: string, to: string, lineageDetails: object = {}): object => ({
  edge: {
    fromEntity: { type: 'table', id: `{{flow_${from}.id}}` },
    toEntity: { type: 'table', id: `{{flow_${to}.id}}` },
    lineageDetails,
  },
});

/** Edges by id, by name, in bulk and by events; what is told of them in each way, and to whom. */
export function lineageChapter(): Chapter {
  const steps = new Steps();
  fill(steps);
  edges(steps);
  tell(steps, 'with edges');
  events(steps);
  tell(steps, 'with events');
  cut(steps);
  tell(steps, 'at the end');
  return steps.chapter('lineage');
}

function fill(steps: Steps): void {
  steps.add('service', 'POST /services/databaseServices', { body: { name: 'flow', serviceType: 'Postgres' } });
  steps.add('database', 'POST /databases', { body: { name: 'db', service: 'flow' } });
  steps.add('schema', 'POST /databaseSchemas', { body: { name: 'public', database: 'flow.db' } });
  for (const name of TABLES) {
    const owners = name === 'secret' ? { owners: [{ type: 'user', fullyQualifiedName: 'keeper' }] } : {};
    const columns = [
      { name: 'id', dataType: 'INT' },
      { name: 'total', dataType: 'DECIMAL' },
    ];
    steps.add(`table ${name}`, 'POST /tables', {
      body: { name, databaseSchema: 'flow.db.public', columns, ...owners },
      save: `flow_${name}`,
    });
  }
  steps.add('pipelines', 'POST /services/pipelineServices', { body: { name: 'flows', serviceType: 'Airflow' } });
  steps.add('pipeline', 'POST /pipelines', { body: { name: 'load', service: 'flows' }, save: 'flow_pipeline' });
}

function edges(steps: Steps): void {
  const columnsLineage = [{ fromColumns: [`${fqn('raw')}.total`], toColumn: `${fqn('clean')}.total`, function: 'sum' }];
  const put = (what: string, body: object, as: Caller = 'admin'): void => steps.add(what, 'PUT /lineage', { as, body });
  put('edge', edge('raw', 'clean', { sqlQuery: 'select 1', columnsLineage }));
  put('edge unchanged', edge('raw', 'clean', { sqlQuery: 'select 1', columnsLineage }));
  put('edge changed', edge('raw', 'clean', { sqlQuery: 'select 2', description: 'cleans' }));
  put('edge with a pipeline', edge('clean', 'daily', { pipeline: { type: 'pipeline', id: '{{flow_pipeline.id}}' } }));
  put('edge to what is hidden', edge('daily', 'secret'));
  put('edge from what is hidden', edge('secret', 'report'));
  put('a second way', edge('daily', 'report', { source: 'ViewLineage' }));
  put('a circle', edge('report', 'raw'));
  put('edge to itself', edge('raw', 'raw'));
  put(
    'edge with a column of nothing',
    edge('raw', 'daily', { columnsLineage: [{ fromColumns: ['a.b'], toColumn: 'c.d' }] }),
  );
  put('edge to nothing', {
    edge: {
      fromEntity: { type: 'table', id: '{{flow_raw.id}}' },
      toEntity: { type: 'table', fullyQualifiedName: 'no.such.table' },
    },
  });
  put('edge of another type', {
    edge: { fromEntity: { type: 'user', id: '{{keeper.id}}' }, toEntity: { type: 'table', id: '{{flow_raw.id}}' } },
  });
  for (const as of ['viewer', 'consumer', 'nobody'] as const) put(`edge, ${as}`, edge('raw', 'alone'), as);
  put('edge of hidden, viewer', edge('raw', 'secret'), 'viewer');
  const many = [edge('raw', 'daily'), edge('raw', 'report')].map((one) => (one as { edge: object }).edge);
  steps.add('bulk', 'PUT /lineage/bulk', { body: { edges: many } });
  steps.add('bulk again', 'PUT /lineage/bulk', { body: { edges: many } });
  steps.add('bulk with a bad one', 'PUT /lineage/bulk', {
    body: { edges: [...many, { fromEntity: { type: 'table', id: '{{flow_raw.id}}' } }] },
  });
  steps.add('patch an edge', 'PATCH /lineage/table/{{flow_raw.id}}/table/{{flow_clean.id}}', {
    body: [{ op: 'add', path: '/description', value: 'patched' }],
  });
}

function tell(steps: Steps, when: string): void {
  for (const as of CALLERS) {
    for (const format of as === 'admin' ? FORMATS : ['csv', 'json'])
      steps.add(
        `export as ${format} ${when}, ${as}`,
        `GET /lineage/export?fqn=${fqn('daily')}&type=table&upstreamDepth=3&downstreamDepth=3&format=${format}&columnLineage=true`,
        { as },
      );
    for (const path of [
      `getLineage?fqn=${fqn('clean')}&type=table&upstreamDepth=2&downstreamDepth=2`,
      `table/name/${fqn('raw')}?upstreamDepth=1&downstreamDepth=3`,
      'table/{{flow_daily.id}}?upstreamDepth=3&downstreamDepth=1',
      `graph?type=table&fqn=${fqn('raw')}&direction=downstream&depth=2&columns=true&counts=true`,
      `graph?type=table&fqn=${fqn('raw')}&nodes=2`,
      `path?fromType=table&from=${fqn('raw')}&toType=table&to=${fqn('report')}`,
      'getLineageEdge/{{flow_raw.id}}/{{flow_clean.id}}',
      'table/{{flow_secret.id}}',
    ])
      steps.add(`${path} ${when}, ${as}`, `GET /lineage/${path}`, { as });
  }
  for (const query of [
    '',
    `fqn=${fqn('raw')}`,
    `fqn=no.such&type=table`,
    `fqn=${fqn('raw')}&type=user`,
    `fqn=${fqn('raw')}&type=table&upstreamDepth=4`,
    `fqn=${fqn('alone')}&type=table`,
  ])
    steps.add(`export ?${query} ${when}`, `GET /lineage/export?${query}`);
}

function runEvent(eventType: string, run: number, inputs: readonly string[], outputs: readonly string[]): object {
  const dataset = (name: string): object => ({ namespace: PLACE, name: `db.public.${name}` });
  return {
    eventType,
    eventTime: `2025-11-20T06:00:1${run}.345Z`,
    producer: 'https://example.org/etl',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: { runId: `01936893-9751-7a91-a2a0-a51101a3970${run}` },
    job: { namespace: 'etl', name: 'load', facets: { sql: { query: 'insert into daily select 1' } } },
    inputs: inputs.map(dataset),
    outputs: outputs.map(dataset),
  };
}

function events(steps: Steps): void {
  const send = (what: string, body: unknown, as: Caller = 'admin'): void =>
    steps.add(what, 'POST /openlineage/lineage', { as, body });
  steps.add('mappings', 'PUT /openlineage/mappings', {
    body: {
      mappings: [
        { namespacePrefix: PLACE, service: 'flow' },
        { namespacePrefix: 'etl', service: 'flows' },
      ],
    },
  });
  steps.add('the mappings', 'GET /openlineage/mappings');
  send('event that starts', runEvent('START', 1, ['raw'], ['alone']));
  send('event that ends', runEvent('COMPLETE', 1, ['raw'], ['alone']));
  send('the same event', runEvent('COMPLETE', 1, ['raw'], ['alone']));
  send('event of nothing', runEvent('COMPLETE', 2, ['unknown'], ['alone']));
  send('event that fails', runEvent('FAIL', 3, ['raw'], ['clean']));
  send('event of hidden', runEvent('COMPLETE', 4, ['secret'], ['alone']), 'viewer');
  send('event without a run', { ...runEvent('COMPLETE', 5, ['raw'], ['alone']), run: undefined });
  send('event that is a list', []);
  for (const as of ['consumer', 'nobody'] as const)
    send(`event, ${as}`, runEvent('COMPLETE', 6, ['raw'], ['alone']), as);
  const batch = [
    runEvent('COMPLETE', 7, ['clean'], ['alone']),
    { ...runEvent('COMPLETE', 8, ['raw'], ['report']), eventTime: 'x' },
    runEvent('COMPLETE', 9, ['daily'], ['alone']),
  ];
  steps.add('events in a batch', 'POST /openlineage/lineage/batch', { body: batch });
  for (const path of ['events', 'unresolved']) steps.add(`${path} of OpenLineage`, `GET /openlineage/${path}`);
}

function cut(steps: Steps): void {
  steps.add('delete an edge', 'DELETE /lineage/table/{{flow_raw.id}}/table/{{flow_clean.id}}');
  steps.add('delete it again', 'DELETE /lineage/table/{{flow_raw.id}}/table/{{flow_clean.id}}');
  steps.add('delete by name', `DELETE /lineage/table/name/${fqn('report')}/table/name/${fqn('raw')}`);
  steps.add('delete, consumer', 'DELETE /lineage/table/{{flow_clean.id}}/table/{{flow_daily.id}}', { as: 'consumer' });
  steps.add('delete by source', 'DELETE /lineage/table/{{flow_report.id}}/type/ViewLineage');
  steps.add('delete a table', 'DELETE /tables/{{flow_daily.id}}');
  steps.add('without what is deleted', `GET /lineage/export?fqn=${fqn('raw')}&type=table&downstreamDepth=3`);
  steps.add(
    'with what is deleted',
    `GET /lineage/export?fqn=${fqn('raw')}&type=table&downstreamDepth=3&includeDeleted=true`,
  );
  steps.add('restore it', 'PUT /tables/restore', { body: { id: '{{flow_daily.id}}' } });
  steps.add('remove one for good', 'DELETE /tables/{{flow_secret.id}}?hardDelete=true');
  steps.add('rename one', 'PATCH /tables/{{flow_clean.id}}', {
    body: [{ op: 'replace', path: '/name', value: 'cleaned' }],
  });
}
