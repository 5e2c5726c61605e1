import { query } from '@app/database';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  uniqueArray,
} from 'fast-check';
import { ContractWorld, type TestContract } from '../runs/support/contract-world';
import { IncidentBatchModel, type Batch, type ShownIncident } from './incident-batch-model';
import { HOUR, IncidentResults, T0 } from './incident-results';

const DAY = 24 * HOUR;

/** `F`, `P`, `S`, `A` at the hours 1, 2, … in the order of time. */
const STATUSES: Readonly<Record<string, string>> = {
  ...{ F: 'Failed', P: 'PartialSuccess', S: 'Success', A: 'Aborted' },
};

describe('verdicts that come for incidents', () => {
  let world: ContractWorld;
  let results: IncidentResults;

  beforeAll(async () => {
    world = await ContractWorld.create();
    results = new IncidentResults(world);
  });
  afterAll(() => world.destroy());

  const watched = (closeAfterRuns: number): Promise<TestContract> => results.watched(closeAfterRuns);
  const incidents = (contract: TestContract): Promise<ShownIncident[]> => results.incidents(contract);
  const timeline = (text: string) => [...text].map((letter, at) => [at + 1, STATUSES[letter]!] as const);

  it('make the same of one statement, whatever the order of its rows', async () => {
    for (const order of [timeline('FSSFS'), timeline('FSSFS').reverse()]) {
      const contract = await watched(2);
      await results.store(contract, order);
      expect({ order, found: await incidents(contract) }).toEqual({
        order,
        found: [
          { openedAt: 1, failures: 1, goodRuns: 2, last: [3, 'Success'], resolvedAt: 3 },
          { openedAt: 4, failures: 1, goodRuns: 1, last: [5, 'Success'], resolvedAt: null },
        ],
      });
    }
  });

  it('resolve as of the last good one that was needed, though it came first', async () => {
    const contract = await watched(3);
    for (const hour of [1, 5, 4, 3]) await results.store(contract, [[hour, hour === 1 ? 'Failed' : 'Success']]);
    expect(await incidents(contract)).toMatchObject([{ goodRuns: 3, last: [5, 'Success'], resolvedAt: 5 }]);
  });

  it('open nothing by a failure that is older than the newest verdict', async () => {
    const contract = await watched(2);
    await results.store(contract, [[5, 'Success']]);
    await results.store(contract, [[3, 'Failed']]);
    expect(await incidents(contract)).toEqual([]);
  });

  it('count again where results are deleted, and neither resolve nor open again', async () => {
    const contract = await watched(2);
    await results.store(contract, timeline('FSFS'));
    await results.remove(contract, [3]);
    expect(await incidents(contract)).toEqual([
      { openedAt: 1, failures: 1, goodRuns: 2, last: [4, 'Success'], resolvedAt: null },
    ]);
    await results.remove(contract, [1, 2, 4]);
    expect(await incidents(contract)).toEqual([
      { openedAt: 1, failures: 0, goodRuns: 0, last: null, resolvedAt: null },
    ]);
    const done = await watched(1);
    await results.store(done, timeline('FS'));
    await results.remove(done, [2]);
    expect(await incidents(done)).toMatchObject([{ resolvedAt: 2 }]);
  });

  it('open none by the result again that was the last of a resolved one', async () => {
    const contract = await watched(0);
    await results.store(contract, [[1, 'Failed']]);
    await results.follow();
    await world.database.query(
      `update contract_incident set status = 'Resolved', resolution = 'Fixed', resolved_at = $2 where contract = $1`,
      [contract.node, T0 + HOUR],
    );
    await results.remove(contract, [1]);
    await results.store(contract, [[1, 'Failed']]);
    expect(await incidents(contract)).toHaveLength(1);
    await results.remove(contract, [1]);
    await results.store(contract, [[1, 'PartialSuccess']]);
    expect(await incidents(contract)).toHaveLength(2);
  });

  it.each<[string, string, number | null, number | null]>([
    ['a draft', 'Draft', null, null],
    ['in review', 'In Review', null, null],
    ['deprecated', 'Deprecated', null, null],
    ['upcoming', 'Active', DAY, null],
    ['ended', 'Active', null, -DAY],
  ])('open none of a contract that is %s', async (_, status, from, until) => {
    const contract = await watched(2);
    await world.database.query(
      `update contract set status = $2, effective_from = $3, effective_until = $4 where node = $1`,
      [contract.node, status, from === null ? null : Date.now() + from, until === null ? null : Date.now() + until],
    );
    await results.store(contract, timeline('F'));
    expect(await incidents(contract)).toEqual([]);
  });

  it('end what has ended by its date, once, as of that date', async () => {
    const contract = await watched(0);
    await results.store(contract, timeline('F'));
    await results.follow();
    const until = Date.now() - HOUR;
    // Opened while the contract was in force.
    await world.database.query(`update contract_incident set created_at = $2 where contract = $1`, [
      contract.node,
      until - DAY,
    ]);
    await world.database.query(`alter table contract disable trigger end_incident`);
    await world.database.query(`update contract set effective_until = $2 where node = $1`, [contract.node, until]);
    await world.database.query(`alter table contract enable trigger end_incident`);
    for (let again = 0; again < 2; again++)
      await world.database.transaction((tx) => results.followLocked(tx, [contract.node]));
    const ended = await world.database.query(
      `select i.status, i.resolution, i.resolved_at::float8 as at, h.action, h.details ->> 'reason' as reason
         from contract_incident i join contract_incident_history h on h.incident = i.id where i.contract = $1 order by h.place`,
      [contract.node],
    );
    const incident = { status: 'Resolved', resolution: 'Other', at: until };
    expect(ended).toEqual([
      { ...incident, action: 'open', reason: null },
      { ...incident, action: 'resolve', reason: 'contractEnded' },
    ]);
  });

  it('are followed as they came: under the rules and in the state of the contract then', async () => {
    const contract = await watched(3);
    await results.store(contract, timeline('F'));
    await world.database.query(`update contract set status = 'Deprecated' where node = $1`, [contract.node]);
    await world.database.query(`delete from contract_policy where scope = $1`, [contract.node]);
    await results.remove(contract, [1]);
    await results.follow();
    const [found] = await world.database.query(
      `select i.status, i.resolution, i.failures::int, i.rules -> 'closeAfterRuns' as runs, i.first_result ->> 'status' as first,
              array(select h.action || coalesce(' ' || (h.details ->> 'reason'), '') from contract_incident_history h
                     where h.incident = i.id order by h.place) as history
         from contract_incident i where i.contract = $1`,
      [contract.node],
    );
    expect(found).toEqual({
      ...{ status: 'Resolved', resolution: 'Other', failures: 1, runs: 3, first: 'Failed' },
      history: ['open', 'resolve contractOutOfForce'],
    });
  });

  it('hand a mute on to the next incident, as long as it lasts', async () => {
    const contract = await watched(1);
    const mutedBy = async (hour: number, until: number): Promise<unknown> => {
      await results.follow();
      await world.database.query(
        `update contract_incident set muted_until = $2, mute_reason = 'Known' where contract = $1`,
        [contract.node, Date.now() + until],
      );
      await results.store(contract, [
        [hour, 'Success'],
        [hour + 1, 'Failed'],
      ]);
      await results.follow();
      const text = `select mute_reason from contract_incident where contract = $1 order by place desc limit 1`;
      return (await world.database.query<{ mute_reason: unknown }>(text, [contract.node]))[0]?.mute_reason;
    };
    await results.store(contract, timeline('F'));
    expect(await mutedBy(2, DAY)).toBe('Known');
    expect(await mutedBy(4, -1)).toBeNull();
  });

  it('open one, though many statements come at once', async () => {
    const contract = await watched(0);
    await Promise.all(Array.from({ length: 20 }, (_, at) => results.store(contract, [[at + 1, 'Failed']])));
    const [incident, ...others] = await incidents(contract);
    expect(others).toEqual([]);
    // Opening goes by arrival: what is older than the one that opened it does not count.
    expect(incident).toMatchObject({ failures: 21 - incident!.openedAt, last: [20, 'Failed'] });
  });

  it('leave nothing of a statement that is rolled back', async () => {
    const contract = await watched(0);
    await expect(
      world.database.transaction(async (tx) => {
        await query(
          tx,
          `insert into contract_result (contract, timestamp, id, status, origin, body, details) values ($1, $2, gen_random_uuid(), 'Failed', 'pushed', '{}', '{}')`,
          [contract.node, T0],
        );
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await incidents(contract)).toEqual([]);
  });

  it('do what a plain model does, for any statements', async () => {
    const hour = integer({ min: 1, max: 9 });
    const status = constantFrom('Failed', 'PartialSuccess', 'Success', 'Success', 'Success', 'Aborted');
    const rows = uniqueArray(record({ hour, status }), { minLength: 1, maxLength: 4, selector: (row) => row.hour });
    const waits = boolean();
    const step = oneof(
      { weight: 6, arbitrary: record({ kind: constant('store' as const), rows, waits }) },
      { weight: 2, arbitrary: record({ kind: constant('replace' as const), rows, waits }) },
      { weight: 1, arbitrary: record({ kind: constant('remove' as const), rows, waits }) },
    );
    await assert(
      asyncProperty(integer({ min: 0, max: 3 }), array(step, { maxLength: 12 }), async (closeAfterRuns, steps) => {
        const contract = await watched(closeAfterRuns);
        const model = new IncidentBatchModel(closeAfterRuns);
        const known = new Set<number>();
        for (const { kind, rows: asked, waits: isFollowedLater } of steps) {
          const isMeant = (row: { readonly hour: number }) => known.has(row.hour) === (kind !== 'store');
          const pairs = asked.filter(isMeant).map((row) => [row.hour, row.status] as const);
          const hours = pairs.map(([at]) => at);
          if (!pairs.length) continue;
          const batch: Batch = {
            added: new Map(kind === 'remove' ? [] : pairs),
            removed: kind === 'store' ? [] : hours,
          };
          if (kind === 'remove') await results.remove(contract, hours);
          else await results[kind](contract, pairs);
          for (const at of hours) known[kind === 'remove' ? 'delete' : 'add'](at);
          model.apply(batch);
          if (!isFollowedLater) expect(await incidents(contract)).toEqual(model.incidents);
        }
        expect(await incidents(contract)).toEqual(model.incidents);
      }),
      { numRuns: 80, seed: 174 },
    );
  });
});
