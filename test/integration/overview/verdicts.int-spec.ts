import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { EXECUTION_STATUSES, type ExecutionStatus } from '@app/results';
import { ResultStrips } from '../../../libs/validation/src/overview/result-strips';
import { StatusCounter } from '../../../libs/validation/src/overview/status-counts';
import { VerdictList, type ChangedVerdict } from '../../../libs/validation/src/overview/verdict-list';
import { actor, ADMIN, ContractWorld, type TestContract } from '../runs/support/contract-world';

const T = 1_700_000_000_000;
const STATUSES: readonly ExecutionStatus[] = ['Success', 'PartialSuccess', 'Failed', 'Aborted'];

interface Verdict {
  readonly verdict: string | null;
  readonly since: string | null;
  readonly before: string | null;
}

/** What the results say, worked out from all of them. */
function verdictOf(results: ReadonlyMap<number, ExecutionStatus>): Verdict {
  const judged = [...results].filter(([, status]) => status !== 'Aborted').sort(([a], [b]) => b - a);
  const [newest] = judged;
  if (!newest) return { verdict: null, since: null, before: null };
  const holds = (status: string): boolean => status === 'Success';
  const turn = judged.findIndex(([, status]) => holds(status) !== holds(newest[1]));
  const alike = turn < 0 ? judged : judged.slice(0, turn);
  return {
    verdict: newest[1],
    since: String(alike.at(-1)![0]),
    before: turn < 0 ? null : judged[turn]![1],
  };
}

describe('the verdicts of contracts', () => {
  let world: ContractWorld;
  let list: VerdictList;
  let counter: StatusCounter;
  let strips: ResultStrips;

  beforeAll(async () => {
    world = await ContractWorld.create();
    const visibility = new Visibility(new AccessControl());
    list = new VerdictList(world.database, visibility, new KeysetPages(Buffer.alloc(32, 7)));
    counter = new StatusCounter(world.database, visibility);
    strips = new ResultStrips(world.database, world.finder);
  });
  afterAll(() => world.destroy());

  const push = (contract: TestContract, at: number, contractExecutionStatus: ExecutionStatus) =>
    world.results.push(ADMIN, contract.id, { timestamp: T + at, contractExecutionStatus });
  const stored = async ({ node }: TestContract): Promise<Verdict> => {
    const text = `select verdict, verdict_since::text as since, verdict_before as before from contract where node = $1`;
    return (await world.database.query<Verdict & object>(text, [node]))[0]!;
  };
  const page = async (which: 'broken' | 'recovered', query: object, reader: Actor = ADMIN) =>
    (await list[which](reader, query)) as { data: ChangedVerdict[]; paging: { after?: string } };

  it('say what all results say, whatever comes, is replaced or goes, in any order', async () => {
    for (let round = 0; round < 12; round++) {
      const contract = await world.contract();
      const results = new Map<number, ExecutionStatus>();
      for (let step = 0; step < 15; step++) {
        const at = Math.floor(Math.random() * 12);
        if (Math.random() < 0.25 && results.has(T + at)) {
          await world.results.delete(ADMIN, contract.id, T + at);
          results.delete(T + at);
        } else {
          const more = Array.from({ length: Math.random() < 0.3 ? 3 : 1 }, (_, n) => (at + 5 * n) % 17);
          await Promise.all(
            more.map((one) => {
              const status = STATUSES[Math.floor(Math.random() * STATUSES.length)]!;
              results.set(T + one, status);
              return push(contract, one, status);
            }),
          );
        }
        expect([[...results], await stored(contract)]).toEqual([[...results], verdictOf(results)]);
      }
    }
  });

  it('find those that broke and those that recovered, newest or oldest first, page by page', async () => {
    const [first, second, third, never] = [
      await world.contract(),
      await world.contract(),
      await world.contract(),
      await world.contract(),
    ];
    const ours = 5_000_000;
    for (const [contract, at] of [
      [first, ours],
      [second, ours + 10],
      [third, ours + 20],
    ] as const) {
      await push(contract, at, 'Success');
      await push(contract, at + 1, 'Failed');
      await push(contract, at + 2, 'PartialSuccess');
    }
    await push(never, ours + 5, 'Success');
    await push(third, ours + 30, 'Success');
    const since = T + ours;
    const { data } = await page('broken', { since, limit: 10 });
    expect(data.map(({ contract, entity, ...turned }) => [contract.id, entity.id, turned])).toEqual([
      [second.id, second.assetId, { status: 'PartialSuccess', previousStatus: 'Success', since: T + ours + 11 }],
      [first.id, first.assetId, { status: 'PartialSuccess', previousStatus: 'Success', since: T + ours + 1 }],
    ]);
    const recovered = await page('recovered', { since });
    expect(recovered.data).toEqual([
      expect.objectContaining({ status: 'Success', previousStatus: 'PartialSuccess', since: T + ours + 30 }),
    ]);
    const longest = await page('broken', { since, order: 'oldest', limit: 1 });
    expect(longest.data[0]?.contract.id).toBe(first.id);
    const next = await page('broken', { since, order: 'oldest', limit: 1, after: longest.paging.after });
    expect(next.data[0]?.contract.id).toBe(second.id);
    expect(next.paging).toEqual({});
    await expect(list.broken(ADMIN, { order: 'newest', after: longest.paging.after })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('are told to whom may see the contract, and counted so', async () => {
    const [mine, other] = [await world.contract(), await world.contract()];
    const me = await world.entity('user', `me-${mine.node}`);
    await world.refer(mine.node, 'owners', me.node);
    const ours = 9_000_000;
    await push(mine, ours, 'Failed');
    await push(other, ours, 'Failed');
    const rules = [
      { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
      { name: 'own', effect: 'deny', operations: ['All'], resources: ['dataContract'], condition: '!isOwner()' },
    ] as const;
    const reader = actor('me', { ownerIds: new Set([me.id]), rules });
    const { data } = await page('broken', { since: T + ours }, reader);
    expect(data.map(({ contract }) => contract.id)).toEqual([mine.id]);
    expect(await counter.counts(reader)).toEqual({
      total: 1,
      byStatus: { Failed: 1 },
      unvalidated: 0,
      runs: { queued: 0, running: 0 },
    });
    const history = await strips.of(reader, { ids: `${mine.id},${other.id}` });
    expect(history.data.map(({ id }) => id)).toEqual([mine.id]);
  });

  it('are told of those alone that the reader or a team of the reader owns, itself or by the asset', async () => {
    const [own, ofTeam, ofAsset, both, other] = await Promise.all(Array.from({ length: 5 }, () => world.contract()));
    const me = await world.entity('user', `owner-${own!.node}`);
    const team = await world.entity('team', `team-${own!.node}`);
    const somebody = await world.entity('user', `somebody-${own!.node}`);
    await world.refer(own!.node, 'owners', me.node);
    await world.refer(ofTeam!.node, 'owners', team.node);
    await world.refer(ofAsset!.assetNode, 'owners', team.node);
    // One that has another owner than its asset.
    await world.refer(both!.assetNode, 'owners', me.node);
    await world.refer(both!.node, 'owners', somebody.node);
    const at = 19_000_000;
    for (const contract of [own!, ofTeam!, ofAsset!, both!, other!]) await push(contract, at, 'Failed');
    const all = [{ name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] }] as const;
    const reader = actor('owner', { ownerIds: new Set([me.id, team.id]), rules: all });
    const { data } = await page('broken', { since: T + at, mine: true }, reader);
    expect(data.map(({ contract }) => contract.id).sort()).toEqual(
      [own!, ofTeam!, ofAsset!, both!].map(({ id }) => id).sort(),
    );
    expect((await page('broken', { since: T + at }, reader)).data).toHaveLength(5);
    expect((await page('recovered', { since: T + at, mine: true }, reader)).data).toEqual([]);
    const runs = { queued: 0, running: 0 };
    expect(await counter.counts(reader, true)).toEqual({ total: 4, byStatus: { Failed: 4 }, unvalidated: 0, runs });
    // What is hidden from its owner is not told either.
    const deny = {
      name: 'own',
      effect: 'deny',
      operations: ['All'],
      resources: ['dataContract'],
      condition: 'isOwner()',
    } as const;
    const blind = actor('blind', { ownerIds: new Set([me.id, team.id]), rules: [...all, deny] });
    expect((await counter.counts(blind, true)).total).toBe(1);
    expect(
      (await page('broken', { since: T + at, mine: true }, blind)).data.map(({ contract }) => contract.id),
    ).toEqual([both!.id]);
  });

  it('are counted: all, by status, and those that have none', async () => {
    const before = await counter.counts(ADMIN);
    const contract = await world.contract();
    await push(await world.contract(), 1, 'Success');
    await push(await world.contract(), 1, 'Failed');
    const text = `insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
                  values (gen_random_uuid(), $1, 1, 'Queued', 'manual', 'urgent', 'admin')`;
    await world.database.query(text, [contract.node]);
    const after = await counter.counts(ADMIN);
    expect(after).toEqual({
      total: before.total + 3,
      byStatus: {
        ...before.byStatus,
        Success: (before.byStatus.Success ?? 0) + 1,
        Failed: (before.byStatus.Failed ?? 0) + 1,
      },
      unvalidated: before.unvalidated + 1,
      runs: { queued: 1, running: 0, oldestQueuedAt: expect.any(Number) },
    });
    const counted = Object.keys(after.byStatus);
    expect(counted).toEqual(EXECUTION_STATUSES.filter((status) => counted.includes(status)));
  });

  it('have a history: of many contracts, in a window, the newest of each', async () => {
    const [one, two, none] = [await world.contract(), await world.contract(), await world.contract()];
    for (const at of [1, 2, 3]) await push(one, at, at === 2 ? 'Failed' : 'Success');
    await push(two, 2, 'Success');
    const ids = [two.id, none.id, one.id, '00000000-0000-4000-8000-000000000000'].join();
    const { data } = await strips.of(ADMIN, { ids, startTs: T + 1, endTs: T + 3, limit: 2 });
    expect(data).toEqual([
      { id: two.id, results: [[T + 2, 'Success']] },
      { id: none.id, results: [] },
      {
        id: one.id,
        results: [
          [T + 2, 'Failed'],
          [T + 3, 'Success'],
        ],
      },
    ]);
    await expect(strips.of(ADMIN, { ids: 'x' })).rejects.toMatchObject({ details: [{ field: 'ids' }] });
    const many = Array.from({ length: 101 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    await expect(strips.of(ADMIN, { ids: many.join() })).rejects.toMatchObject({ details: [{ field: 'ids' }] });
    await expect(strips.of(ADMIN, { ids: one.id, startTs: 2, endTs: 1 })).rejects.toMatchObject({
      details: [{ field: 'startTs' }],
    });
  });
});
