import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import type { ExecutionStatus } from '@app/results';
import { NotJudgedList, type NotJudgedQuery } from '../../../libs/validation/src/overview/not-judged-list';
import { VerdictList } from '../../../libs/validation/src/overview/verdict-list';
import { actor, ADMIN, ContractWorld, type TestContract } from '../runs/support/contract-world';

const T = 1_700_000_000_000;

describe('contracts that are not judged', () => {
  let world: ContractWorld;
  let list: NotJudgedList;
  let broken: VerdictList;

  beforeAll(async () => {
    world = await ContractWorld.create();
    const visibility = new Visibility(new AccessControl());
    const pages = new KeysetPages(Buffer.alloc(32, 7));
    list = new NotJudgedList(world.database, visibility, pages);
    broken = new VerdictList(world.database, visibility, pages);
  });
  afterAll(() => world.destroy());
  beforeEach(() => world.database.query(`update contract set status = 'Draft'`));

  const made = async (): Promise<TestContract> => {
    const contract = await world.contract();
    await world.database.query(`update contract set status = 'Active' where node = $1`, [contract.node]);
    return contract;
  };
  const push = (contract: TestContract, at: number, contractExecutionStatus: ExecutionStatus) =>
    world.results.push(ADMIN, contract.id, { timestamp: T + at, contractExecutionStatus });
  const abort = async (contract: TestContract, at: number, reason: string): Promise<void> => {
    await push(contract, at, 'Aborted');
    await world.database.query(
      `update contract_result set details = jsonb_build_object('details', jsonb_build_object('reason', $3::text)) where contract = $1 and timestamp = $2`,
      [contract.node, T + at, reason],
    );
  };
  const of = async (query: NotJudgedQuery = {}, reader: Actor = ADMIN) =>
    (await list.list(reader, query)).data.map(({ contract, entity: _asset, ...row }) => ({ id: contract.id, ...row }));

  it('are those whose runs since the newest verdict were all aborted, in whatever order they came', async () => {
    const contract = await made();
    const { id } = contract;
    await push(contract, 10, 'Success');
    expect(await of()).toEqual([]);
    await abort(contract, 40, 'timedOut');
    await abort(contract, 30, 'sourceUnreachable');
    await abort(contract, 5, 'internal');
    const lastVerdict = { timestamp: T + 10, status: 'Success' };
    expect(await of()).toEqual([{ id, since: T + 30, aborted: 2, reason: 'timedOut', lastVerdict }]);
    expect((await broken.broken(ADMIN, {})) as object).toMatchObject({ data: [] });
    await push(contract, 35, 'Failed');
    expect(await of()).toEqual([
      { id, since: T + 40, aborted: 1, reason: 'timedOut', lastVerdict: { timestamp: T + 35, status: 'Failed' } },
    ]);
    await push(contract, 50, 'PartialSuccess');
    expect(await of()).toEqual([]);
  });

  it('are in force and there, and may never have had a verdict', async () => {
    const [never, draft, deleted] = [await made(), await made(), await made()];
    for (const one of [never, draft, deleted]) await abort(one, 1, 'noValues');
    await world.database.query(`update contract set status = 'Draft' where node = $1`, [draft.node]);
    await world.database.query(`update contract set live = false where node = $1`, [deleted.node]);
    expect(await of()).toEqual([{ id: never.id, since: T + 1, aborted: 1, reason: 'noValues' }]);
  });

  it('come page by page, the newest or the oldest first', async () => {
    const all = [await made(), await made(), await made()];
    for (const [at, one] of all.entries()) await abort(one, at, 'timedOut');
    const ids = all.map(({ id }) => id);
    const pages = async (order: 'newest' | 'oldest') => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await list.list(ADMIN, { order, limit: 1, ...(after !== undefined && { after }) });
        found.push(...page.data.map(({ contract }) => contract.id));
        ({ after } = page.paging);
      } while (after !== undefined);
      return found;
    };
    expect(await pages('oldest')).toEqual(ids);
    expect(await pages('newest')).toEqual(ids.reverse());
    const { paging } = await list.list(ADMIN, { limit: 1 });
    await expect(list.list(ADMIN, { limit: 1, reason: 'x', after: paging.after! })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('are found by domain, owner and reason, and by who may see these', async () => {
    const [mine, other] = [await made(), await made()];
    const me = await world.entity('user', `me-${mine.node}`);
    const domain = await world.entity('domain', `domain-${mine.node}`);
    await world.refer(mine.assetNode, 'owners', me.node);
    await world.refer(mine.assetNode, 'domains', domain.node);
    await abort(mine, 1, 'timedOut');
    await abort(other, 2, 'noValues');
    const found = async (query: NotJudgedQuery, reader?: Actor) => (await of(query, reader)).map(({ id }) => id);
    expect(await found({})).toEqual([other.id, mine.id]);
    for (const query of [
      ...[{ domain: domain.id.toUpperCase() }, { domain: `domain-${mine.node}` }],
      ...[{ owner: me.id }, { owner: `me-${mine.node}` }, { reason: 'timedOut' }],
    ])
      expect([query, await found(query)]).toEqual([query, [mine.id]]);
    for (const query of [{ domain: 'none' }, { owner: 'none' }, { reason: 'none' }])
      expect([query, await found(query)]).toEqual([query, []]);
    const all = { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] } as const;
    const hides = (resource: string) =>
      actor('me', {
        ownerIds: new Set([me.id]),
        rules: [
          all,
          {
            ...({ name: 'own', effect: 'deny', operations: ['All'], resources: [resource] } as const),
            condition: '!isOwner()',
          },
        ],
      });
    expect(await found({}, hides('dataContract'))).toEqual([mine.id]);
    expect(await found({ mine: true }, actor('me', { ownerIds: new Set([me.id]), rules: [all] }))).toEqual([mine.id]);
    expect(await found({ domain: domain.id }, hides('domain'))).toEqual([]);
  });
});
