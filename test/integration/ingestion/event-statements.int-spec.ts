import { statementsOf, tripsOf, type SentStatement } from '../../support/recording-client';
import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { edgesInto, runEvent, schemaWorld, type SchemaWorld } from './sent-runs';

const PUT = 'lineage-put-edges';
const SHOWN = 'openlineage-edges-shown';

describe('the statements of an event', () => {
  let fixture: IngestionFixture;
  let schema: string;
  let sides: Json;
  let world: SchemaWorld;

  beforeAll(async () => {
    fixture = await IngestionFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    world = await schemaWorld(fixture);
    ({ schema } = world);
    for (const name of ['a', 'b', 'c']) await fixture.table(schema, name, ['id']);
    const dataset = (name: string): Json => ({ namespace: world.namespace, name: `d.s.${name}` });
    sides = { inputs: [dataset('a'), dataset('b')], outputs: [dataset('c')] };
  });

  const sentBy = (run: string, at: number): Promise<SentStatement[]> =>
    statementsOf(async () => {
      await fixture.intake.take(ADMIN, runEvent(`${schema} ${run}`, 'COMPLETE', at, sides));
    });
  const namesOf = (sent: readonly SentStatement[]): (string | undefined)[] => sent.map(({ name }) => name);

  it('take three round trips where its datasets and edges are new, the last of them with the commit', async () => {
    const sent = await sentBy('first', 1);
    expect(namesOf(sent).slice(-3)).toEqual([PUT, SHOWN, undefined]);
    expect(sent.at(-1)?.text).toBe('COMMIT');
    expect({
      trips: tripsOf(sent),
      finds: namesOf(sent).filter((name) => name === 'openlineage-names').length,
    }).toEqual({
      trips: 3,
      finds: 1,
    });
    expect(await edgesInto(fixture, `${schema}.c`)).toHaveLength(2);
  });

  it('write no edge that says the same already, and one again that somebody has deleted', async () => {
    await sentBy('first', 1);
    const second = await sentBy('second', 2);
    expect([tripsOf(second), namesOf(second).filter((name) => name === PUT || name === SHOWN)]).toEqual([3, [SHOWN]]);
    await fixture.database.query('delete from lineage_edge');
    expect(namesOf(await sentBy('third', 3))).toContain(PUT);
    expect(await edgesInto(fixture, `${schema}.c`)).toHaveLength(2);
  });

  it('are planned once per connection', async () => {
    const [, second] = await sentBy('first', 4);
    expect(second?.text).toBe('SET LOCAL plan_cache_mode = force_generic_plan');
  });

  it('look up what is no asset by one more, and ask for tables to make where a rule makes them alone', async () => {
    const facets = { schema: { fields: [{ name: 'id', type: 'int' }] } };
    const asked = async (name: string): Promise<(string | undefined)[]> => {
      sides = { ...sides, outputs: [{ namespace: world.namespace, name: `d.s.${name}`, facets }] };
      return namesOf(await sentBy(name, 1)).filter((one) => /lookup|names-store|to-make/.test(one ?? ''));
    };
    expect(await asked('unknown')).toEqual(['openlineage-table-lookup']);
    await fixture.mappings.put(ADMIN, world.namespace, { service: world.service, create: true }, () => undefined);
    expect(await asked('made')).toContain('openlineage-to-make');
  });
});
