import { randomUUID } from 'node:crypto';
import { RunRepository } from '../../../libs/validation/src/runs/request/run.repository';
import { actor, ADMIN } from '../runs/support/contract-world';
import { backends, deferred, parsed, SUCCESS } from '../runs/support/run-world';
import { BatchWorld, eventsOf } from './batch-world';
import { eventually } from '../../support/eventually';

const BACKENDS = backends(11);
if (BACKENDS.length === 1) console.info('TEST_REDIS_URL is not set: batches on Redis are not tested');

/** Above any pause of a busy machine; nothing here waits for time to pass. */
describe.each(BACKENDS)('a batch with the queue on $name', (backend) => {
  let world: BatchWorld;

  beforeEach(async () => {
    world = await BatchWorld.create(backend);
  });
  afterEach(() => world.destroy());

  const contracts = (count: number) => world.runs.contracts.contracts(count);

  it('runs every contract once, in blocks, and is right at each moment', async () => {
    const made = await contracts(450);
    world.runs.startWorker();
    world.runs.startWorker();
    const ids = made.map(({ id }) => id);
    const id = await world.validate([...ids, ...ids.slice(0, 20)]);
    const told = await world.followed(id);
    const states = eventsOf(told);
    for (const { data } of states) {
      const { byStatus } = data as { byStatus: Record<string, number> };
      expect(Object.values(byStatus).reduce((sum, n) => sum + n, 0)).toBe(450);
    }
    const eventIds = states.map((state) => state.id);
    expect(eventIds).toEqual([...new Set(eventIds)].sort((a, b) => a - b));
    expect(states.at(-1)).toMatchObject({ event: 'progress', data: { ended: true, byStatus: { Success: 450 } } });
    const runs = await world.runsOf('batch');
    expect(runs.map(({ contract }) => contract)).toEqual(made.map(({ node }) => node));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['Success']));
    expect(await world.read(id)).toMatchObject({ total: 450, byStatus: { Success: 450 }, ended: true });
  });

  it('lists its contracts in the order sent, page by page', async () => {
    const ids = (await contracts(5)).map(({ id }) => id).reverse();
    const { id } = await world.batches.create(ADMIN, { contractIds: ids });
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await world.batches.read(ADMIN, id, { limit: 2, ...(after && { after }) });
      seen.push(...page.contracts.map((contract) => contract.id));
      expect(page.paging.total).toBe(5);
      after = page.paging.after;
      if (!after) break;
    }
    expect(seen).toEqual(ids);
    const other = await world.validate(ids.slice(0, 1));
    const { paging } = await world.batches.read(ADMIN, id, { limit: 2 });
    await expect(world.batches.read(ADMIN, other, { after: paging.after! })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('joins the run that is queued for a contract, and that one is moved when someone waits for it', async () => {
    const [first] = await contracts(1);
    const contract = { ...first!, fqn: '', assetId: '', assetNode: '' };
    const queued = parsed(await world.runs.validate(contract, { waitMs: 0 }));
    const batch = await world.validate([first!.id]);
    await world.runs.feeds.feed({ batch, generation: 0 });
    expect(await world.read(batch, 1)).toMatchObject({
      byStatus: { Queued: 1 },
      contracts: [{ id: first!.id, status: 'Queued', resultId: queued.id }],
    });
    const [second] = await contracts(1);
    const later = await world.validate([second!.id]);
    await world.runs.feeds.feed({ batch: later, generation: 0 });
    const joined = await world.runs.validate({ ...contract, ...second! }, { waitMs: 0 });
    expect(joined.headers).toMatchObject({ 'X-Validation-Joined': 'true' });
    expect(await world.runs.openRun(parsed(joined).id as string)).toMatchObject({ lane: 'urgent', trigger: 'batch' });
    world.runs.startWorker();
    await Promise.all([world.followed(batch), world.followed(later)]);
    expect(await world.runsOf('batch')).toHaveLength(1);
    expect(await world.runsOf('manual')).toHaveLength(1);
  });

  it('does not hold up an on-demand run', async () => {
    const made = await contracts(60);
    const hold = deferred();
    const begun = deferred();
    world.runs.startWorker(async (_, { lane }) => {
      if (lane === 'urgent') return SUCCESS;
      begun.resolve();
      await hold.promise;
      return SUCCESS;
    });
    const id = await world.validate(made.slice(0, 59).map((one) => one.id));
    await begun.promise;
    const last = made[59]!;
    const answer = await world.runs.validate({ ...last, fqn: '', assetId: '', assetNode: '' });
    expect(answer.status).toBe(200);
    // A run is shown as Running once it has gone on for a while.
    await eventually(async () => (await world.read(id)).byStatus.Running === 2);
    expect((await world.read(id)).byStatus).toEqual({ Running: 2, Queued: 57 });
    hold.resolve();
    await world.followed(id);
  });

  it('is fed to its end although jobs are lost, blocks are asked for twice, and a contract is deleted', async () => {
    const made = await contracts(430);
    const id = await world.validate(made.map((one) => one.id));
    await world.runs.database.query(`update contract set live = false where node = $1`, [made[429]!.node]);
    const twice = await Promise.all([1, 2, 3].map(() => world.runs.feeds.feed({ batch: id, generation: 0 })));
    expect(twice.filter((block) => block !== undefined)).toHaveLength(1);
    // No job was sent for this block, nor for the next one.
    await world.runs.database.query(`update validation_batch set ring_at = clock_timestamp()`);
    world.runs.startWorker();
    expect(await world.keeper.dispatchForgotten()).toBe(1);
    await world.followed(id);
    expect(await world.read(id)).toMatchObject({ byStatus: { Success: 429, Aborted: 1 }, ended: true });
    expect(await world.runsOf('batch')).toHaveLength(429);
  });

  it('is cancelled as a whole, but for runs that others wait for', async () => {
    const made = await contracts(300);
    const id = await world.validate(made.map((one) => one.id));
    await world.runs.feeds.feed({ batch: id, generation: 0 });
    const wanted = await world.runs.validate({ ...made[0]!, fqn: '', assetId: '', assetNode: '' }, { waitMs: 0 });
    const shared = await world.validate([made[1]!.id]);
    await world.runs.feeds.feed({ batch: shared, generation: 0 });
    const cancelled = await world.batches.cancel(ADMIN, id);
    expect(cancelled).toMatchObject({ cancelled: true, ended: false, byStatus: { Queued: 2, Aborted: 298 } });
    expect(cancelled.contracts.slice(0, 3)).toMatchObject([
      { status: 'Queued', resultId: parsed(wanted).id },
      { status: 'Queued' },
      { status: 'Aborted' },
    ]);
    expect(await world.runs.feeds.feed({ batch: id, generation: 1 })).toBeUndefined();
    const [aborted] = await world.runs.database.query<{ body: object; details: object }>(
      `select body, details from contract_result where contract = $1`,
      [made[2]!.node],
    );
    expect(aborted).toMatchObject({
      body: { result: 'The batch of this validation was cancelled.' },
      details: { details: { reason: 'batch_cancelled' } },
    });
    world.runs.startWorker();
    await Promise.all([world.followed(id), world.followed(shared)]);
    expect(await world.read(id)).toMatchObject({ byStatus: { Success: 2, Aborted: 298 }, ended: true });
    expect(await world.batches.cancel(ADMIN, id)).toMatchObject({ byStatus: { Success: 2, Aborted: 298 } });
    expect(await world.batches.cancel(ADMIN, shared)).toMatchObject({ cancelled: false, byStatus: { Success: 1 } });
  });
});

describe('a run that a batch made', () => {
  let world: BatchWorld;

  beforeAll(async () => {
    world = await BatchWorld.create();
  });
  afterAll(() => world.destroy());

  it.each(['schemaChange', 'schedule'] as const)('goes on without it once a %s has joined it', async (trigger) => {
    const [joined, alone] = await world.runs.contracts.contracts(2);
    const id = await world.validate([joined!.id, alone!.id]);
    await world.runs.feeds.feed({ batch: id, generation: 0 });
    const wanted = [{ contract: joined!.node, requestedBy: 'somebody' }];
    const [run] = await world.runs.database.transaction(async (tx) => [
      ...(await new RunRepository().request(tx, wanted, { trigger, lane: 'batch', evidence: 'auto' })).values(),
    ]);
    expect(run).toMatchObject({ joined: true });
    const cancelled = await world.batches.cancel(ADMIN, id);
    expect(cancelled).toMatchObject({ ended: false, byStatus: { Queued: 1, Aborted: 1 } });
    expect(cancelled.contracts).toMatchObject([{ status: 'Queued', resultId: run!.resultId }, { status: 'Aborted' }]);
  });
});

describe('asking for a batch', () => {
  let world: BatchWorld;

  beforeAll(async () => {
    world = await BatchWorld.create();
  });
  afterAll(() => world.destroy());

  it('names unknown contracts, and takes none of the others', async () => {
    const [known] = await world.runs.contracts.contracts(1);
    const unknown = randomUUID();
    await expect(world.batches.create(ADMIN, { contractIds: [known!.id, unknown] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(unknown),
    });
  });

  it('asks for the permission to validate each, and shows the batch to nobody else', async () => {
    const mine = await world.runs.contracts.contract();
    const other = await world.runs.contracts.contract();
    const me = await world.runs.contracts.entity('user', `me-${randomUUID()}`);
    await world.runs.contracts.refer(mine.node, 'owners', me.node);
    const owner = actor('me', { ownerIds: new Set([me.id]) });
    await expect(world.batches.create(owner, { contractIds: [mine.id, other.id] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { id } = await world.batches.create(owner, { contractIds: [mine.id] });
    expect(await world.batches.read(owner, id, {})).toMatchObject({ total: 1, requestedBy: 'me' });
    const found = await world.batches.create(owner, { filter: {} });
    expect(JSON.parse(found.json)).toMatchObject({ total: 1, contracts: [{ id: mine.id }] });
    await expect(world.batches.read(actor('you'), id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.batches.cancel(actor('you'), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.batches.read(ADMIN, randomUUID(), {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('finds contracts by what they and their assets are', async () => {
    const { contracts } = world.runs;
    const [one, two] = [await contracts.contract(), await contracts.contract()];
    const name = randomUUID().slice(0, 8);
    const domain = await contracts.entity('domain', `domain-${name}`);
    const owner = await contracts.entity('team', `team-${name}`);
    await contracts.refer(one.node, 'domains', domain.node);
    await contracts.refer(two.assetNode, 'domains', domain.node);
    await contracts.refer(two.assetNode, 'owners', owner.node);
    await world.runs.database.query(`insert into tag_usage values ($1, $2, 'Classification')`, [
      one.assetNode,
      `PII.${name}`,
    ]);
    await world.runs.database.query(`update contract set status = 'Deprecated' where node = $1`, [one.node]);
    const found = async (filter: object) => {
      const { json } = await world.batches.create(ADMIN, { filter });
      return (JSON.parse(json) as { contracts: { id: string }[] }).contracts.map(({ id }) => id).sort();
    };
    const both = [one.id, two.id].sort();
    expect(await found({ domain: `domain-${name}` })).toEqual(both);
    expect(await found({ domain: `domain-${name}`, entityType: 'table' })).toEqual(both);
    expect(await found({ domain: `domain-${name}`, entityType: 'topic' })).toEqual([]);
    expect(await found({ domain: `domain-${name}`, status: 'Deprecated' })).toEqual([one.id]);
    expect(await found({ owner: `team-${name}` })).toEqual([two.id]);
    expect(await found({ owner: owner.id })).toEqual([two.id]);
    // One asset inherits from what it lies in; the other has owners of its own.
    const [above, leader] = [
      await contracts.entity('databaseSchema', `schema-${name}`),
      await contracts.entity('team', `leader-${name}`),
    ];
    await contracts.refer(above.node, 'owners', leader.node);
    const below = [one.assetNode, two.assetNode];
    await world.runs.database.query(`update entity set parent = $2, root = $2 where node = any($1)`, [
      below,
      above.node,
    ]);
    expect(await found({ owner: leader.id })).toEqual([one.id]);
    expect(await found({ owner: `leader-${name}` })).toEqual([one.id]);
    expect(await found({ tag: `PII.${name}` })).toEqual([one.id]);
    expect(await found({ tag: 'PII.none' })).toEqual([]);
  });

  it('has ended where it finds nothing', async () => {
    const { id } = await world.batches.create(ADMIN, { filter: { domain: 'none' } });
    expect(await world.read(id)).toMatchObject({ total: 0, byStatus: {}, ended: true });
    expect(await world.followed(id)).toMatchObject([{ data: { total: 0, ended: true } }]);
  });

  it('makes one batch for one Idempotency-Key', async () => {
    const [known] = await world.runs.contracts.contracts(1);
    const token = { key: Buffer.from(randomUUID()), request: Buffer.from('a') };
    const body = { contractIds: [known!.id] };
    const [first, second] = await Promise.all([1, 2].map(() => world.batches.create(ADMIN, body, token)));
    expect(second!.json).toBe(first!.json);
    expect([first!.replayed, second!.replayed].sort()).toEqual([false, true]);
    const other = { ...token, request: Buffer.from('b') };
    await expect(world.batches.create(ADMIN, body, other)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
