import { ADMIN, type IngestionFixture, type Json, type StoredEdge } from './ingestion.fixture';

export const DAY = 86_400_000;
/** When the runs of the tests began, in epoch ms. */
export const AT = Date.parse('2026-11-20T06:00:00Z');

/** @param offset in ms */
export const time = (offset = 0): string => new Date(AT + offset).toISOString();

export interface SchemaWorld {
  readonly service: string;
  readonly namespace: string;
  /** FQN */
  readonly schema: string;
}

let next = 0;

/** A schema of its own for a test, and a rule that leads to it. */
export async function schemaWorld(fixture: IngestionFixture): Promise<SchemaWorld> {
  const service = `pg${next++}`;
  const namespace = `postgres://db/${service}/`;
  const schema = await fixture.schema(service, 'd', 's');
  const { mappings } = await fixture.mappings.list(ADMIN);
  await fixture.mappings.replace(ADMIN, { mappings: [...mappings, { namespacePrefix: namespace, service }] });
  return { service, namespace, schema };
}

export function runEvent(runId: string, eventType: string, offset: number, more: Json = {}): Json {
  return {
    eventType,
    eventTime: time(offset),
    run: { runId },
    job: { namespace: 'jobs', name: 'job' },
    ...more,
  };
}

export async function edgesInto(fixture: IngestionFixture, fqn: string): Promise<StoredEdge[]> {
  return (await fixture.edges()).filter(({ to }) => to === fqn);
}

export async function observationsOf(fixture: IngestionFixture, fqn: string): Promise<Json[]> {
  return fixture.database.query(
    `select kind, timestamp::text as at, data_timestamp::text as data from observation o join entity e on e.node = o.asset
      where e.fqn = $1 order by kind, timestamp`,
    [fqn],
  );
}
