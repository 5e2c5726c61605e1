import { PlainEvents } from '../../../libs/ingestion/src/intake/plain-events';
import { statementsOf } from '../../support/recording-client';
import { ADMIN, failure, IngestionFixture, type Json } from './ingestion.fixture';
import { Dice, left } from './left-by-events';
import { shuffled } from './published-events';
import { runEvent, time } from './sent-runs';

/** Made events that are sent both ways, a few worlds of each; PLAIN_EVENT_SEEDS=40 for a full run. */
const SEEDS = Number(process.env['PLAIN_EVENT_SEEDS'] ?? 3);
const EVENTS = 40;

const NS = 'postgres://db';
/** Leads to the same tables by another name. */
const ALIAS = 'jdbc://db';
const AWKWARD = 'q"1\\ \u2028 é \u{1d11e}\t\u0001\u007f/ </script>';

function madeDataset(dice: Dice, namesColumns: boolean): Json {
  const name = dice.of(['d.s.a', 'd.s.b', 'd.s.c', 'd.s.d', 'd.s.nowhere', 'd.s.o.dd', 'd.s.o"dd', AWKWARD]);
  const pair = { inputFields: [{ namespace: NS, name: 'd.s.a', field: 'id' }] };
  return {
    namespace: dice.of([NS, NS, ALIAS, 'elsewhere']),
    name,
    ...dice.may({
      facets: {
        ...dice.may({ ownership: { owners: [{ name: dice.of(['team:x', AWKWARD]) }] } }),
        ...(namesColumns ? dice.may({ columnLineage: { fields: { id: pair } } }) : {}),
      },
    }),
    ...dice.may({ outputFacets: { outputStatistics: { rowCount: 1 } } }),
  };
}

function madeEvent(dice: Dice, namesColumns: boolean): Json {
  const parent = { job: { namespace: 'flow', name: dice.of(['dag', 'none']) }, run: { runId: 'p' } };
  const nominalTime = { nominalStartTime: time(dice.upTo(5)) };
  const side = (): Json[] => Array.from({ length: dice.upTo(3) }, () => madeDataset(dice, namesColumns));
  const job = {
    namespace: 'flow',
    name: dice.of(['dag', 'task', AWKWARD]),
    ...dice.may({ facets: { sql: { query: dice.of(['select 1', AWKWARD, 'x'.repeat(5_000)]) } } }),
  };
  const sides = { inputs: side(), outputs: side() };
  if (dice.upTo(8) === 0) return { eventTime: time(dice.upTo(30)), job, ...sides };
  const type = dice.of(['START', 'RUNNING', 'COMPLETE', 'COMPLETE', 'FAIL', 'OTHER']);
  return {
    ...runEvent(dice.of(['r1', 'r2', 'r3']), type, dice.upTo(30), { job, ...sides }),
    run: { runId: dice.of(['r1', 'r2', 'r3']), facets: { ...dice.may({ parent }), ...dice.may({ nominalTime }) } },
  };
}

describe('events that name datasets alone', () => {
  let byOneCall: IngestionFixture;
  let stepByStep: IngestionFixture;

  beforeEach(async () => {
    [byOneCall, stepByStep] = await Promise.all([world(), world()]);
    jest.spyOn(stepByStep.app.get(PlainEvents), 'take').mockResolvedValue(undefined);
  });
  afterEach(() => Promise.all([byOneCall.close(), stepByStep.close()]));

  const both = <T>(work: (fixture: IngestionFixture) => Promise<T>): Promise<T[]> =>
    Promise.all([byOneCall, stepByStep].map(work));

  /** Sends it both ways and compares the receipts. */
  async function send(event: unknown): Promise<unknown> {
    const [once, steps] = await both((fixture) =>
      fixture.intake.take(ADMIN, event).catch((error: Error) => ({ refused: error.message })),
    );
    expect(once).toEqual(steps);
    return once;
  }

  async function compare(): Promise<void> {
    const [once, steps] = await both(left);
    for (const [what, rows] of Object.entries(steps!)) expect([what, once![what]]).toEqual([what, rows]);
  }

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
    'leave the same by one call as step by step, in any order, among events that name columns (seed %i)',
    async (seed) => {
      const dice = new Dice(seed * 2_654_435_761);
      // In every other world nothing but plain events.
      const events = Array.from({ length: EVENTS }, () => madeEvent(dice, seed % 2 === 0));
      const sent = await statementsOf(async () => {
        for (const event of [...events, ...shuffled(events, seed).slice(0, 5)]) await send(event);
      });
      expect(sent.filter(({ name }) => name === 'openlineage-take').length).toBeGreaterThan(EVENTS / 2);
      await compare();
    },
  );

  it('find that an edge says the same, whatever its job and statement are', async () => {
    await both((fixture) => fixture.create('pipelineService', { name: 'flows', serviceType: 'Airflow' }));
    await both((fixture) => fixture.create('pipeline', { name: 'dag', service: 'flows' }));
    await both((fixture) => fixture.mappings.replace(ADMIN, { mappings: [...MAPPINGS, FLOWS] }));
    const sides = { inputs: [{ namespace: NS, name: 'd.s.a' }], outputs: [{ namespace: NS, name: 'd.s.b' }] };
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
      .slice(1)
      .join('');
    let at = 0;
    for (const name of ['dag', AWKWARD, controls])
      for (const query of [undefined, AWKWARD, controls]) {
        const job = { namespace: 'flow', name, ...(query && { facets: { sql: { query } } }) };
        await send(runEvent(`r${at}`, 'COMPLETE', at++, { ...sides, job }));
        const before = await writtenAt(byOneCall);
        expect(before).toHaveLength(1);
        // The digest that the one way has stored is the one that the other would.
        jest.spyOn(byOneCall.app.get(PlainEvents), 'take').mockResolvedValueOnce(undefined);
        await send(runEvent(`again${at}`, 'COMPLETE', at++, { ...sides, job }));
        expect(await writtenAt(byOneCall)).toEqual(before);
      }
    await compare();
  });

  it('are taken step by step where columns are known or names arrive', async () => {
    const dataset = (name: string): Json => ({ namespace: NS, name: `d.s.${name}` });
    const fields = { id: { inputFields: [{ ...dataset('a'), field: 'id' }] } };
    const withColumns = { ...dataset('b'), facets: { columnLineage: { fields } } };
    await send(runEvent('c1', 'COMPLETE', 1, { inputs: [dataset('a')], outputs: [withColumns] }));
    // Of the same assets, of another name, and of datasets that the run has named before.
    await send(runEvent('c2', 'COMPLETE', 2, { inputs: [dataset('a')], outputs: [dataset('b')] }));
    const alias = { namespace: ALIAS, name: 'd.s.b' };
    await send(runEvent('c3', 'COMPLETE', 3, { inputs: [dataset('a')], outputs: [alias] }));
    await send(runEvent('c1', 'RUNNING', 4, { inputs: [dataset('c')] }));
    await compare();
    for (const name of ['a1', 'a2'])
      await send(runEvent(name, 'COMPLETE', 5, { inputs: [dataset('later')], outputs: [dataset('d')] }));
    // Nobody is told of an asset that is made with an event.
    await both(async (fixture) => {
      await fixture.database.query('update openlineage_name set wanted = null where node is null');
      await fixture.table('pg.d.s', 'later', ['id']);
    });
    await send(runEvent('a3', 'COMPLETE', 6, { inputs: [dataset('later')], outputs: [dataset('d')] }));
    await compare();
  });

  it('leave nothing where the run has too many edges, and say so', async () => {
    const many = (count: number, prefix: string): Json[] =>
      Array.from({ length: count }, (_, i) => ({ namespace: NS, name: `${prefix}${i}` }));
    await send(runEvent('m', 'START', 7, { inputs: many(2_000, 'i'), outputs: [] }));
    await send(runEvent('m', 'RUNNING', 8, { outputs: many(5, 'o') }));
    const refusal = await failure(
      byOneCall.intake.take(ADMIN, runEvent('m', 'COMPLETE', 9, { outputs: many(1, 'p') })),
    );
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('are more than 10000 edges') as string,
    });
    await send(runEvent('m', 'COMPLETE', 9, { outputs: many(1, 'p') }));
    await compare();
  });
});

const MAPPINGS = [NS, ALIAS].map((namespacePrefix) => ({ namespacePrefix, service: 'pg' }));
const FLOWS = { namespacePrefix: 'flow', service: 'flows' };

async function world(): Promise<IngestionFixture> {
  const fixture = await IngestionFixture.open();
  const schema = await fixture.schema('pg', 'd', 's');
  for (const name of ['a', 'b', 'c', 'd', 'o.dd']) await fixture.table(schema, name, ['id']);
  await fixture.mappings.replace(ADMIN, { mappings: MAPPINGS });
  return fixture;
}

const writtenAt = ({ database }: IngestionFixture): Promise<Json[]> =>
  database.query('select xmin::text as version, digest from lineage_edge order by from_node, to_node');
