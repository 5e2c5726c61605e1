import { randomUUID } from 'node:crypto';
import { idempotencyToken, keepAnswer, once, purgeIdempotency, type IdempotencyToken } from '@app/database';
import { parsed, RunWorld } from './support/run-world';

/** Above any pause of a busy machine; nothing here waits for time to pass. */
describe('Idempotency-Key', () => {
  let world: RunWorld;

  beforeAll(async () => {
    world = await RunWorld.create();
  });
  afterAll(() => world.destroy());

  const token = (more: { key?: string; body?: unknown; caller?: string; url?: string } = {}) =>
    idempotencyToken({ key: randomUUID(), caller: 'a', method: 'POST', url: '/x', body: undefined, ...more });
  const claim = (of: IdempotencyToken, effect: unknown = { id: 1 }) =>
    world.database.transaction(async (tx) => {
      const { isReplay, ...kept } = await once(
        tx,
        of,
        async () => effect,
        (done) => ({ effect: done }),
      );
      return isReplay ? kept : undefined;
    });

  it('is free once, and then finds the effect of the first request', async () => {
    const mine = token();
    expect(await claim(mine)).toBeUndefined();
    expect(await claim(mine)).toEqual({ effect: { id: 1 } });
  });

  it('counts per caller, path and query, not only by itself', async () => {
    const key = randomUUID();
    expect(await claim(token({ key }))).toBeUndefined();
    expect(await claim(token({ key, caller: 'b' }))).toBeUndefined();
    expect(await claim(token({ key, url: '/x?y=1' }))).toBeUndefined();
    await expect(claim(token({ key, body: { other: true } }))).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is free again when the first request fails', async () => {
    const mine = token();
    const refuse = () => Promise.reject(new Error('refused'));
    const failing = world.database.transaction((tx) => once(tx, mine, refuse, () => ({})));
    await expect(failing).rejects.toThrow('refused');
    expect(await claim(mine)).toBeUndefined();
  });

  it('is free again when the first request did nothing', async () => {
    const mine = token();
    const nothing = await world.database.transaction((tx) =>
      once(
        tx,
        mine,
        async () => 0,
        () => undefined,
      ),
    );
    expect(nothing).toEqual({ isReplay: false, effect: 0 });
    expect(await claim(mine)).toBeUndefined();
  });

  it('keeps an answer that is given in the transaction of the effect', async () => {
    const mine = token();
    const answer = { status: 201, headers: {}, body: '{}' };
    const send = () =>
      world.database.transaction((tx) =>
        once(
          tx,
          mine,
          async () => 0,
          () => ({ answer }),
        ),
      );
    expect(await send()).toEqual({ isReplay: false, effect: 0 });
    expect(await send()).toEqual({ isReplay: true, effect: null, answer });
  });

  it('does its work each time without a token', async () => {
    const send = () =>
      world.database.transaction((tx) =>
        once(
          tx,
          undefined,
          async () => randomUUID(),
          (effect) => ({ effect }),
        ),
      );
    const [first, second] = [await send(), await send()];
    expect([first.isReplay, second.isReplay, first.effect === second.effect]).toEqual([false, false, false]);
  });

  it('lets a second request wait for the first, and has one effect out of many', async () => {
    const mine = token();
    const effects = await Promise.all(Array.from({ length: 8 }, (_, n) => claim(mine, { n })));
    expect(effects.filter((effect) => effect === undefined)).toHaveLength(1);
    expect(new Set(effects.filter(Boolean).map((effect) => JSON.stringify(effect))).size).toBe(1);
  });

  it('keeps the answer that was given first', async () => {
    const mine = token();
    await claim(mine);
    const answer = { status: 202, headers: { Location: '/1' }, body: '{"a": 1}' };
    expect(await keepAnswer(world.database, mine, answer)).toEqual(answer);
    expect(await keepAnswer(world.database, mine, { ...answer, status: 200 })).toEqual(answer);
    expect(await claim(mine)).toEqual({ effect: { id: 1 }, answer });
  });

  it('is forgotten after 24 hours', async () => {
    const [old, young] = [token(), token()];
    await claim(old);
    await claim(young);
    const age = `update idempotency set created_at = now() - interval '24 hours 1 second' where key = $1`;
    await world.database.query(age, [old.key]);
    expect(await claim(old)).toBeUndefined();
    await world.database.query(age, [old.key]);
    expect(await purgeIdempotency(world.database)).toBe(1);
    expect(await claim(young)).toEqual({ effect: { id: 1 } });
  });

  it.each(['', 'x'.repeat(256)])('refuses a key of a length that none may have', (key) => {
    expect(() => token({ key })).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  describe('on a validation', () => {
    it('makes one run of many requests, and gives the answer of the first again, as it was', async () => {
      const contract = await world.contracts.contract();
      const idempotency = token();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => world.validate(contract, { waitMs: 0, idempotency })),
      );
      expect(new Set(answers.map((answer) => parsed(answer).id)).size).toBe(1);
      expect(answers.filter(({ headers }) => !headers['Idempotent-Replayed'])).toHaveLength(1);
      const worker = world.startWorker();
      const finished = await world.validate(contract);
      await worker.stop();
      expect(finished.status).toBe(200);
      const again = await world.validate(contract, { idempotency });
      expect(again).toMatchObject({ status: 202, headers: { 'Idempotent-Replayed': 'true' } });
      expect(again.body).toBe(answers[0]!.body);
    });

    it('finds its run when the first request died before it answered', async () => {
      const contract = await world.contracts.contract();
      const idempotency = token();
      const resultId = await world.queuedRun(contract);
      await claim(idempotency, { resultId, joined: false });
      const answer = await world.validate(contract, { waitMs: 0, idempotency });
      expect(answer).toMatchObject({ status: 202, headers: { 'Idempotent-Replayed': 'true' } });
      expect(parsed(answer).id).toBe(resultId);
    });

    it('is free after a refusal', async () => {
      const contract = await world.contracts.contract();
      const idempotency = token();
      const live = (is: boolean) =>
        world.database.query(`update contract set live = $2 where node = $1`, [contract.node, is]);
      await live(false);
      await expect(world.validate(contract, { waitMs: 0, idempotency })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await live(true);
      const answer = await world.validate(contract, { waitMs: 0, idempotency });
      expect(answer.headers).not.toHaveProperty('Idempotent-Replayed');
    });
  });
});
