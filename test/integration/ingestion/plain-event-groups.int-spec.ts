import type { Actor } from '@app/common';
import { PlainEvents } from '../../../libs/ingestion/src/intake/plain-events';
import { statementsOf } from '../../support/recording-client';
import { ADMIN, IngestionFixture, type Json } from './ingestion.fixture';
import { Dice, left } from './left-by-events';
import { runEvent } from './sent-runs';

const CALL = 'openlineage-take';
const NS = 'postgres://db';
/** Leads to the same tables by another name. */
const ALIAS = 'jdbc://db';
const ROUNDS = 12;
const TOLD = `
  select e.fqn, p.actor, p.origin ->> 'requestId' as request from change_event_pending p join entity e on e.node = p.node
   where event_type like 'lineage%' order by 1, 2, 3`;

const dataset = (name: string, namespace = NS): Json => ({ namespace, name: `d.s.${name}` });
const sender = (n: number): Actor => ({
  ...ADMIN,
  name: `sender${n}`,
  origin: { userId: ADMIN.id, requestId: `request${n}`, address: '127.0.0.1', route: 'POST /openlineage/lineage' },
});

describe('events that wait at the same time', () => {
  let grouped: IngestionFixture;
  let stepByStep: IngestionFixture;

  beforeEach(async () => {
    [grouped, stepByStep] = await Promise.all([world(), world()]);
    jest.spyOn(stepByStep.app.get(PlainEvents), 'take').mockResolvedValue(undefined);
  });
  afterEach(() => Promise.all([grouped.close(), stepByStep.close()]));

  /** Together here, one after the other there; receipts are the same, and so is all that is left. */
  async function send(events: readonly Json[]): Promise<(string | undefined)[]> {
    let together: unknown[] = [];
    const sent = await statementsOf(async () => {
      together = await Promise.all(events.map((event, n) => grouped.intake.take(sender(n), event)));
    });
    const apart: unknown[] = [];
    for (const [n, event] of events.entries()) apart.push(await stepByStep.intake.take(sender(n), event));
    expect(together).toEqual(apart);
    const [here, there] = await Promise.all([left(grouped), left(stepByStep)]);
    for (const [what, rows] of Object.entries(there)) expect([what, here[what]]).toEqual([what, rows]);
    expect(await grouped.database.query(TOLD)).toEqual(await stepByStep.database.query(TOLD));
    return sent.flatMap(({ name }) => name ?? []);
  }

  it('are one call, each with its own sender and origin', async () => {
    const events = ['c', 'd', 'e', 'f'].map((to, n) =>
      runEvent(`r${n}`, 'COMPLETE', n, { inputs: [dataset('a'), dataset('b')], outputs: [dataset(to)] }),
    );
    expect(await send(events)).toEqual([CALL]);
    expect(await grouped.database.query(TOLD)).toHaveLength(8);
  });

  it.each([1, 2, 3])('leave the same together as step by step (seed %i)', async (seed) => {
    const dice = new Dice(seed * 2_654_435_761);
    const inputs = (): Json[] =>
      Array.from({ length: dice.upTo(4) }, () =>
        dataset(dice.of(['a', 'b', 'c', 'nowhere', 'none']), dice.of([NS, ALIAS])),
      );
    for (let round = 0; round < ROUNDS; round++)
      await send(
        ['c', 'd', 'e', 'lost'].map((to, n) => {
          const facets = { ownership: { owners: [{ name: dice.of(['x', 'y']) }] } };
          const output = { ...dataset(to, dice.of([NS, ALIAS])), ...dice.may({ facets }) };
          const statistics = dice.may({ outputFacets: { outputStatistics: { rowCount: 1 } } });
          const job = {
            namespace: 'flow',
            name: dice.of(['j', 'k']),
            ...dice.may({ facets: { sql: { query: 'q' } } }),
          };
          const type = dice.of(['START', 'COMPLETE', 'COMPLETE', 'FAIL']);
          const sides = { inputs: inputs(), outputs: [{ ...output, ...statistics }] };
          return runEvent(`${n} of ${dice.upTo(6)}`, type, dice.upTo(40), { job, ...sides });
        }),
      );
  });

  it('that are the same, of one run or into one dataset do not share a call', async () => {
    const sides = { inputs: [dataset('a')], outputs: [dataset('c')] };
    const one = runEvent('r1', 'COMPLETE', 1, sides);
    const receipts = await Promise.all(
      [one, one, runEvent('r1', 'RUNNING', 2, sides), runEvent('r2', 'COMPLETE', 3, sides)].map((event) =>
        grouped.intake.take(ADMIN, event),
      ),
    );
    expect(receipts.filter(({ duplicate }) => duplicate)).toHaveLength(1);
    expect(await grouped.edges()).toHaveLength(1);
    const again = await Promise.all(
      [one, runEvent('r3', 'COMPLETE', 4, { ...sides, outputs: [dataset('d')] })].map((event) =>
        grouped.intake.take(ADMIN, event),
      ),
    );
    expect(again.map(({ duplicate }) => duplicate)).toEqual([true, false]);
    expect(await grouped.edges()).toHaveLength(2);
  });

  it('are taken where columns are known between the datasets of one of them', async () => {
    const fields = { id: { inputFields: [{ ...dataset('a'), field: 'id' }] } };
    const columns = { ...dataset('c'), facets: { columnLineage: { fields } } };
    await send([runEvent('r0', 'COMPLETE', 0, { inputs: [dataset('a')], outputs: [columns] })]);
    const events = ['c', 'd', 'e'].map((to, n) =>
      runEvent(`r${n + 1}`, 'COMPLETE', n + 1, { inputs: [dataset('a')], outputs: [dataset(to)] }),
    );
    const names = await send(events);
    expect(names.filter((name) => name === CALL)).toHaveLength(2);
  });

  it('do not wait for one of which a name is locked', async () => {
    const event = (run: string, from: string, to: string): Json =>
      runEvent(run, 'COMPLETE', 1, {
        job: { namespace: 'jobs', name: run },
        inputs: [dataset(from)],
        outputs: [dataset(to)],
      });
    await grouped.intake.take(ADMIN, event('first', 'a', 'c'));
    let waits: Promise<unknown> | undefined;
    await grouped.database.transaction(async (tx) => {
      await tx.query(`select from openlineage_name where name = 'd.s.a' for update`);
      waits = grouped.intake.take(ADMIN, event('r0', 'a', 'c'));
      await Promise.all([event('r1', 'b', 'd'), event('r2', 'b', 'e')].map((one) => grouped.intake.take(ADMIN, one)));
    });
    await waits;
    expect(await grouped.edges()).toHaveLength(3);
    expect(await grouped.database.query('select key from openlineage_event')).toHaveLength(4);
  });

  it('leave nothing where the connection is lost before the answer, and are taken when they are sent again', async () => {
    const events = ['c', 'd', 'e'].map((to, n) =>
      runEvent(`r${n}`, 'COMPLETE', n, { inputs: [dataset('a')], outputs: [dataset(to)] }),
    );
    const { database, intake } = grouped;
    await database.query(`
      create function lose_connection() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await database.query(
      `create trigger lost after insert on lineage_edge for each row execute function lose_connection()`,
    );
    const outcomes = await Promise.allSettled(events.map((event) => intake.take(ADMIN, event)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await database.query('drop trigger lost on lineage_edge');
    expect(await database.query('select key from openlineage_event')).toEqual([]);
    const receipts = await Promise.all(events.map((event) => intake.take(ADMIN, event)));
    expect(receipts.map(({ duplicate }) => duplicate)).toEqual([false, false, false]);
    expect(await grouped.edges()).toHaveLength(3);
  });
});

async function world(): Promise<IngestionFixture> {
  const fixture = await IngestionFixture.open();
  const schema = await fixture.schema('pg', 'd', 's');
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await fixture.table(schema, name, ['id']);
  const mappings = [NS, ALIAS].map((namespacePrefix) => ({ namespacePrefix, service: 'pg' }));
  await fixture.mappings.replace(ADMIN, { mappings });
  return fixture;
}
