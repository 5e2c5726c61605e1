import { joinFqn } from '@app/catalog';
import { describeUnless } from '../../support/unless-refused';
import { ADMIN, IngestionFixture } from './ingestion.fixture';
import { missingEvents, publishedEvents, shuffled, type SentDataset, type SentEvent } from './published-events';
import { eventually } from '../../support/eventually';

/** Orders that are tried; PUBLISHED_EVENT_SEEDS=50 for a full run. */
const SEEDS = Number(process.env.PUBLISHED_EVENT_SEEDS ?? 5);

const MAPPINGS = [
  { namespacePrefix: 'file', service: 'fs' },
  { namespacePrefix: 'gs://', service: 'gcs' },
  { namespacePrefix: 'bigquery', service: 'bq' },
  { namespacePrefix: 'airflow', service: 'air' },
];

const SERVICE_OF = (namespace: string): string =>
  namespace === 'bigquery' ? 'bq' : namespace === 'file' ? 'fs' : 'gcs';

function fqnOf({ namespace, name }: SentDataset): string {
  return namespace === 'bigquery' ? `bq.${name}` : joinFqn(SERVICE_OF(namespace), name);
}

/** Every dataset that an event names, with the columns that any of them has. */
function datasets(events: readonly SentEvent[]): Map<string, { dataset: SentDataset; columns: Set<string> }> {
  const all = new Map<string, { dataset: SentDataset; columns: Set<string> }>();
  for (const { inputs = [], outputs = [] } of events)
    for (const dataset of [...inputs, ...outputs]) {
      const known = all.get(fqnOf(dataset)) ?? { dataset, columns: new Set<string>() };
      all.set(fqnOf(dataset), known);
      for (const { name } of dataset.facets?.schema?.fields ?? []) known.columns.add(name);
    }
  return all;
}

async function world(events: readonly SentEvent[], withAssets: boolean): Promise<IngestionFixture> {
  const fixture = await IngestionFixture.open();
  await fixture.schema('bq', 'mock-project', 'test');
  await fixture.create('database', { name: 'test', service: 'bq' });
  await fixture.create('databaseSchema', { name: 'table', database: 'bq.test' });
  for (const name of ['fs', 'gcs']) await fixture.create('storageService', { name, serviceType: 'GCS' });
  await fixture.create('pipelineService', { name: 'air', serviceType: 'Airflow' });
  await fixture.create('pipeline', { name: 'BQ', service: 'air' });
  if (withAssets) await assets(fixture, events);
  return fixture;
}

async function assets(fixture: IngestionFixture, events: readonly SentEvent[]): Promise<void> {
  for (const { dataset, columns } of datasets(events).values()) {
    const typed = [...columns].map((name) => ({ name, dataType: 'STRING' }));
    if (dataset.namespace === 'bigquery') {
      const [database, schema, name] = dataset.name.split('.') as [string, string, string];
      await fixture.create('table', { name, databaseSchema: `bq.${database}.${schema}`, columns: typed });
    } else {
      const dataModel = typed.length ? { dataModel: { columns: typed } } : {};
      await fixture.create('container', { name: dataset.name, service: SERVICE_OF(dataset.namespace), ...dataModel });
    }
  }
}

/** The pairs that the facets name, read without our reader. */
function namedPairs(events: readonly SentEvent[]): string[] {
  const known = datasets(events);
  const pairs = new Set<string>();
  for (const { outputs = [] } of events)
    for (const output of outputs)
      for (const [to, { inputFields }] of Object.entries(output.facets?.columnLineage?.fields ?? {}))
        for (const input of inputFields) {
          const has = known.get(fqnOf(input))?.columns.has(input.field) && known.get(fqnOf(output))?.columns.has(to);
          if (has) pairs.add(`${fqnOf(input)}: ${input.field} → ${fqnOf(output)}: ${to}`);
        }
  return [...pairs].sort();
}

/** Edges by the rule: per run, the union of the inputs with the union of the outputs, but of failures. */
function namedEdges(events: readonly SentEvent[]): string[] {
  const runs = new Map<string, { inputs: Set<string>; outputs: Set<string> }>();
  for (const { run, eventType, inputs = [], outputs = [] } of events) {
    if (eventType === 'FAIL' || eventType === 'ABORT') continue;
    const known = runs.get(run.runId) ?? { inputs: new Set<string>(), outputs: new Set<string>() };
    runs.set(run.runId, known);
    for (const input of inputs) known.inputs.add(fqnOf(input));
    for (const output of outputs) known.outputs.add(fqnOf(output));
  }
  const edges = [...runs.values()].flatMap(({ inputs, outputs }) =>
    [...inputs].flatMap((from) => [...outputs].map((to) => `${from} → ${to}`)),
  );
  return [...new Set(edges)].sort();
}

describeUnless(missingEvents, 'the published events', () => {
  const events = publishedEvents();

  it('leave the same catalog, shuffled and twice, with the edges and columns that they name', async () => {
    let first: unknown;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const fixture = await world(events, true);
      try {
        await fixture.mappings.replace(ADMIN, { mappings: MAPPINGS });
        for (const event of shuffled([...events, ...events], seed)) await fixture.intake.take(ADMIN, event);
        const state = await fixture.state();
        first ??= state;
        expect(state).toEqual(first);
        const edges = await fixture.edges();
        expect(edges.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(namedEdges(events));
        const pairs = edges.flatMap(({ from, to, columns }) =>
          columns.map((pair) => {
            const [fromColumn, toColumn] = pair.replace(/ \(.*\)$/, '').split(' → ');
            return `${from}: ${fromColumn} → ${to}: ${toColumn}`;
          }),
        );
        expect(pairs.sort()).toEqual(namedPairs(events));
      } finally {
        await fixture.close();
      }
    }
    expect(events).toHaveLength(42);
  });

  it('wait, listed, until rules and assets come, and leave the same catalog then', async () => {
    const [early, late] = [await world(events, true), await world(events, false)];
    try {
      await early.mappings.replace(ADMIN, { mappings: MAPPINGS });
      for (const event of events) await early.intake.take(ADMIN, event);
      for (const event of shuffled(events, 7)) await late.intake.take(ADMIN, event);
      const listed = await late.unresolved.list(ADMIN, { limit: 1_000 });
      expect(listed.paging.total).toBe(datasets(events).size);
      await assets(late, events);
      expect(await late.edges()).toEqual([]);
      await late.mappings.replace(ADMIN, { mappings: MAPPINGS });
      expect((await late.unresolved.list(ADMIN, { limit: 0 })).paging.total).toBe(0);
      expect(await late.state()).toEqual(await early.state());
    } finally {
      await Promise.all([early.close(), late.close()]);
    }
  });

  it('are resolved one by one as assets are made, alone and in bulk', async () => {
    const fixture = await world(events, false);
    try {
      await fixture.mappings.replace(ADMIN, { mappings: MAPPINGS });
      for (const event of events) await fixture.intake.take(ADMIN, event);
      await assets(fixture, events);
      const wanted = namedEdges(events);
      const edges = await eventually(
        () => fixture.edges(),
        (found) => found.length === wanted.length,
      );
      expect(edges.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(wanted);
      // Whatever makes no edge may be resolved behind the last one.
      await eventually(
        () => fixture.unresolved.list(ADMIN, { limit: 10 }),
        ({ data }) => data.length === 0,
      );
    } finally {
      await fixture.close();
    }
  });
});
