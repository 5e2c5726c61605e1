import { statementsOf, tripsOf, type SentStatement } from '../../support/recording-client';
import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { edgesInto, runEvent, schemaWorld } from './sent-runs';

const PUT = 'lineage-put-edges';

describe('the statements of an event', () => {
  let fixture: IngestionFixture;
  let schema: string;
  let sides: Json;

  beforeAll(async () => {
    fixture = await IngestionFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    const world = await schemaWorld(fixture);
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
    expect(namesOf(sent).slice(-2)).toEqual([PUT, undefined]);
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
    expect(namesOf(await sentBy('second', 2))).not.toContain(PUT);
    await fixture.database.query('delete from lineage_edge');
    expect(namesOf(await sentBy('third', 3))).toContain(PUT);
    expect(await edgesInto(fixture, `${schema}.c`)).toHaveLength(2);
  });

  it('are planned once per connection', async () => {
    const [, second] = await sentBy('first', 4);
    expect(second?.text).toBe('SET LOCAL plan_cache_mode = force_generic_plan');
  });
});
