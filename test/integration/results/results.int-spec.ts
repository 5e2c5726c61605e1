import { checkerOf } from '../../../apps/api/src/http/input';
import { PushedResult } from '../../../apps/api/src/results/result.dto';
import { actor, ADMIN, ContractWorld, listed, type TestContract } from '../runs/support/contract-world';

/** Above any pause of a busy machine; nothing here waits for time to pass. */
const T0 = 1_700_000_000_000;
const HOUR = 3_600_000;

describe('the result history', () => {
  let world: ContractWorld;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const push = async (timestamp: number, more: object = {}, to = contract) => {
    const body = checkerOf(PushedResult).body({ timestamp, contractExecutionStatus: 'Success', ...more });
    const { json, isNew } = await world.results.push(ADMIN, to.id, body);
    return { isNew, result: JSON.parse(json) as Record<string, unknown> };
  };
  const timestamps = async (query: object) =>
    (await listed(world.results.list(ADMIN, contract.id, query))).data.map(({ timestamp }) => timestamp);

  describe('latestResult', () => {
    it('is the newest by timestamp after every write and deletion, whatever its state', async () => {
      expect(await world.latestResult(contract)).toBeNull();
      await push(T0 + 2, { result: 'middle' });
      await push(T0 + 1, { result: 'old' });
      expect(await world.latestResult(contract)).toMatchObject({ timestamp: T0 + 2, message: 'middle' });
      const { result } = await push(T0 + 3, { contractExecutionStatus: 'Running' });
      expect(await world.latestResult(contract)).toEqual({ timestamp: T0 + 3, status: 'Running', resultId: result.id });
      await push(T0 + 3, { contractExecutionStatus: 'Failed', result: 'replaced' });
      expect(await world.latestResult(contract)).toMatchObject({ status: 'Failed', message: 'replaced' });
      for (const [gone, left] of [
        [3, 2],
        [2, 1],
      ] as const) {
        await world.results.delete(ADMIN, contract.id, T0 + gone);
        expect(await world.latestResult(contract)).toMatchObject({ timestamp: T0 + left });
      }
      expect(await world.results.deleteBefore(ADMIN, contract.id, T0 + 2)).toBe(1);
      expect(await world.latestResult(contract)).toBeNull();
    });

    it.each<[string, object, string | undefined]>([
      [
        'columns',
        { schemaValidation: { passed: 1, failed: 1, total: 2, failedFields: ['x'] } },
        '1 of 2 columns failed: x',
      ],
      ['a list alone', { schemaValidation: { failedFields: ['x'] } }, '1 of 1 column failed: x'],
      [
        'many',
        { schemaValidation: { total: 9, passed: 4, failedFields: ['a', 'b', 'c', 'd', 'e'] } },
        '5 of 9 columns failed: a, b, c and 2 more',
      ],
      [
        'each dimension',
        {
          schemaValidation: { passed: 2, total: 2 },
          semanticsValidation: { failed: 1, total: 1, failedRules: ['r'] },
          qualityValidation: { passed: 1, failed: 2 },
          slaValidation: { latencyMet: false, availabilityMet: true },
        },
        '1 of 1 semantics rule failed: r; 2 of 3 quality tests failed; SLA not met: latency',
      ],
      [
        'a success',
        { contractExecutionStatus: 'Success', schemaValidation: { passed: 2 }, slaValidation: { latencyMet: true } },
        'All checks passed: 2 columns, 1 SLA target',
      ],
      ['its own message', { message: 'The load was late', schemaValidation: { passed: 2 } }, 'The load was late'],
      ['no counts', {}, undefined],
    ])('has a sentence where only counts are pushed: %s', async (_, sent, message) => {
      const { result } = await push(T0, { contractExecutionStatus: 'Failed', ...sent });
      expect(result).not.toHaveProperty('result');
      expect(((await world.latestResult(contract)) as { message?: string }).message).toBe(message);
    });

    it('is right whatever the order in which concurrent writers commit', async () => {
      const times = Array.from({ length: 200 }, (_, n) => T0 + n);
      const lanes = Array.from({ length: 8 }, (_, lane) => times.filter((_time, n) => n % 8 === lane).reverse());
      await Promise.all(
        lanes.map(async (lane) => {
          for (const time of lane) await push(time);
        }),
      );
      expect(await world.latestResult(contract)).toMatchObject({ timestamp: T0 + 199 });
      expect((await listed(world.results.list(ADMIN, contract.id, { limit: 0 }))).paging.total).toBe(200);
    });
  });

  describe('listing', () => {
    beforeEach(async () => {
      // Every 20 minutes over two days, each third one Failed.
      await world.database.query(
        `insert into contract_result
         select $1, $2::bigint + n * 1200000, gen_random_uuid(), case n % 3 when 0 then 'Failed' else 'Success' end,
                'pushed', '{}', '{}'
           from generate_series(0, 143) n`,
        [contract.node, T0],
      );
    });

    it('ends a page early that holds 16 MiB, in either direction, and loses none on the way', async () => {
      await world.database.query(
        `update contract_result set details = jsonb_build_object('details', repeat('a', 3 * 1024 * 1024))
          where contract = $1 and timestamp < $2::bigint + 12 * 1200000`,
        [contract.node, T0],
      );
      const all = Array.from({ length: 12 }, (_, n) => T0 + (11 - n) * 1_200_000);
      const window = { endTs: all[0]!, limit: 12, parts: 'details' } as const;
      const walk = async (side: 'after' | 'before', from: object): Promise<number[][]> => {
        const pages: number[][] = [];
        for (let query: object | undefined = { ...window, ...from }; query;) {
          const { data, paging } = await listed(world.results.list(ADMIN, contract.id, query));
          pages.push(data.map(({ timestamp }) => timestamp as number));
          const next = (paging as Record<string, unknown>)[side];
          query = next ? { ...window, [side]: next } : undefined;
        }
        return pages;
      };
      const down = await walk('after', {});
      expect(down.flat()).toEqual(all);
      expect(down.map(({ length }) => length)).toEqual([6, 6]);
      const last = await listed(
        world.results.list(ADMIN, contract.id, { ...window, limit: 1, after: (await pageOf(window)).after as string }),
      );
      const up = await walk('before', { before: (last.paging as Record<string, unknown>).before });
      expect(up.reverse().flat()).toEqual(all.slice(0, 6));
      // Without details they are small.
      expect(await timestamps({ endTs: all[0], limit: 12 })).toEqual(all);
    });

    const pageOf = async (query: object) =>
      (await listed(world.results.list(ADMIN, contract.id, query))).paging as Record<string, unknown>;

    it('is newest first, ten of them, with the total of all', async () => {
      const { data, paging } = await listed(world.results.list(ADMIN, contract.id, {}));
      expect(data.map(({ timestamp }) => timestamp)).toEqual(
        Array.from({ length: 10 }, (_, n) => T0 + (143 - n) * 1_200_000),
      );
      expect(paging).toEqual({ total: 144, after: expect.any(String) });
    });

    it.each([
      ['no window', {}, 144],
      ['both ends on results', { startTs: T0, endTs: T0 + 143 * 1_200_000 }, 144],
      ['ends just inside', { startTs: T0 + 1, endTs: T0 + 143 * 1_200_000 - 1 }, 142],
      ['one instant', { startTs: T0, endTs: T0 }, 1],
      ['an instant without a result', { startTs: T0 + 1, endTs: T0 + 2 }, 0],
      ['within one hour', { startTs: T0 + 1_200_000, endTs: T0 + 2_400_000 }, 2],
      ['whole hours', { startTs: Math.ceil(T0 / HOUR) * HOUR, endTs: (Math.ceil(T0 / HOUR) + 5) * HOUR - 1 }, 15],
      ['the failed ones', { status: 'Failed' }, 48],
      ['the failed ones of a window', { status: 'Failed', startTs: T0 + 1, endTs: T0 + 9 * 1_200_000 }, 3],
      ['none of that status', { status: 'Aborted' }, 0],
    ])('counts %s', async (_, query, total) => {
      const whole = await listed(world.results.list(ADMIN, contract.id, { ...query, limit: 10_000 } as never));
      expect({ total: whole.paging.total, listed: whole.data.length }).toEqual({ total, listed: total });
      const none = await listed(world.results.list(ADMIN, contract.id, { ...query, limit: 0 } as never));
      expect(none).toEqual({ data: [], paging: { total } });
    });

    it.each([
      ['all', {}],
      ['a window of one status', { status: 'Success', startTs: T0 + 5, endTs: T0 + 100 * 1_200_000 }],
    ])('meets each row once on the way forward and back: %s', async (_, filter) => {
      const expected = await timestamps({ ...filter, limit: 10_000 });
      const pages: unknown[][] = [];
      let query: object = { ...filter, limit: 7 };
      let answer = await listed(world.results.list(ADMIN, contract.id, query as never));
      expect(answer.paging.before).toBeUndefined();
      for (;;) {
        pages.push(answer.data.map(({ timestamp }) => timestamp));
        if (!answer.paging.after) break;
        query = { ...filter, limit: 7, after: answer.paging.after };
        answer = await listed(world.results.list(ADMIN, contract.id, query as never));
      }
      expect(pages.flat()).toEqual(expected);
      const back: unknown[][] = [pages.at(-1)!];
      while (answer.paging.before) {
        query = { ...filter, limit: 7, before: answer.paging.before };
        answer = await listed(world.results.list(ADMIN, contract.id, query as never));
        back.unshift(answer.data.map(({ timestamp }) => timestamp));
      }
      expect(back).toEqual(pages);
    });

    it('refuses a cursor under another filter, one that was changed, and two at once', async () => {
      const { paging } = await listed(world.results.list(ADMIN, contract.id, {}));
      const after = paging.after!;
      const bent = `${after.slice(0, -1)}${after.endsWith('A') ? 'B' : 'A'}`;
      for (const query of [
        { after, status: 'Failed' },
        { after, startTs: 5 },
        { after: bent },
        { before: after },
        { after, before: after },
      ]) {
        await expect(listed(world.results.list(ADMIN, contract.id, query as never))).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        });
      }
    });

    it('refuses a window that ends before it starts, naming it', async () => {
      await expect(world.results.list(ADMIN, contract.id, { startTs: 2, endTs: 1 })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ field: 'startTs', message: 'is 2, which is after endTs (1)' }],
      });
    });

    it('leads back from behind the last row', async () => {
      const all = await timestamps({ limit: 10_000 });
      const { paging } = await listed(world.results.list(ADMIN, contract.id, { limit: 143 }));
      await world.results.delete(ADMIN, contract.id, all.at(-1) as number);
      const empty = await listed(world.results.list(ADMIN, contract.id, { after: paging.after }));
      expect(empty).toEqual({ data: [], paging: { total: 143, before: expect.any(String) } });
      const back = await listed(world.results.list(ADMIN, contract.id, { before: empty.paging.before, limit: 1 }));
      expect(back.data.map(({ timestamp }) => timestamp)).toEqual([all.at(-2)]);
    });
  });

  it('lists 10,000 in blocks, each once and in order, without and with a cursor', async () => {
    await world.database.query(
      `insert into contract_result
       select $1, $2::bigint + n, gen_random_uuid(), 'Success', 'pushed', '{"result": "fine"}', '{}'
         from generate_series(1, 12000) n`,
      [contract.node, T0],
    );
    const first = await listed(world.results.list(ADMIN, contract.id, { limit: 10_000 }));
    expect(first.data.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => T0 + 12_000 - n),
    );
    expect(first.paging).toEqual({ total: 12_000, after: expect.any(String) });
    const rest = await listed(world.results.list(ADMIN, contract.id, { limit: 10_000, after: first.paging.after }));
    expect(rest.data).toHaveLength(2_000);
    expect(rest.paging).toEqual({ total: 12_000, before: expect.any(String) });
    const back = await listed(world.results.list(ADMIN, contract.id, { limit: 10_000, before: rest.paging.before }));
    expect(back).toEqual(first);
  });

  it('is listed by one statement with its total and its contract, by two on the way back', async () => {
    await world.database.query(
      `insert into contract_result
       select $1, $2::bigint + n, gen_random_uuid(), 'Success', 'pushed', '{}', '{}' from generate_series(1, 30) n`,
      [contract.node, T0],
    );
    const counted = async (query: object): Promise<[number, Record<string, unknown>]> => {
      const before = world.database.statements;
      const { paging } = await listed(world.results.list(ADMIN, contract.id, query));
      return [world.database.statements - before, paging as Record<string, unknown>];
    };
    const [first, { after }] = await counted({});
    const [next, { before }] = await counted({ after });
    const [back] = await counted({ before });
    const [ofStatus] = await counted({ status: 'Failed', startTs: T0 });
    expect([first, next, back, ofStatus]).toEqual([1, 1, 2, 1]);
  });

  it('is not listed to callers that may not see the contract, nor where there is none', async () => {
    await push(T0);
    const missing = '0b0e8d7a-8f2c-4c0f-9a52-1c9f0f4bfb11';
    for (const query of [{}, { limit: 0 }, { limit: 10_000 }, { status: 'Success' }] as const) {
      const blind = world.results.list(actor('blind', { rules: [] }), contract.id, query);
      await expect(listed(blind)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(listed(world.results.list(ADMIN, missing, query))).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `dataContract instance for ${missing} not found`,
      });
    }
    const { data } = await listed(world.results.list(actor('anyone'), contract.id, {}));
    expect(data.map(({ timestamp }) => timestamp)).toEqual([T0]);
  });

  describe('single reads', () => {
    it('finds the latest, one by id, one by timestamp', async () => {
      const { result } = await push(T0);
      await push(T0 - 1);
      expect(JSON.parse(await world.results.latest(ADMIN, contract.id))).toEqual(result);
      expect(JSON.parse(await world.results.byId(ADMIN, contract.id, result.id as string))).toEqual(result);
      expect(JSON.parse(await world.results.byTimestamp(ADMIN, contract.id, T0))).toEqual(result);
    });

    it('says what there is not', async () => {
      const other = await world.contract();
      const { result } = await push(T0, {}, other);
      await expect(world.results.latest(ADMIN, contract.id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `No result for data contract ${contract.id}`,
      });
      const elsewhere = world.results.byId(ADMIN, contract.id, result.id as string);
      await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(world.results.byTimestamp(ADMIN, contract.id, T0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('shows the FQN that the contract has now', async () => {
      await push(T0);
      await world.database.query(`update entity set fqn = fqn || '_"new' where node = $1`, [contract.node]);
      const latest = JSON.parse(await world.results.latest(ADMIN, contract.id)) as { dataContractFQN: string };
      expect(latest.dataContractFQN).toBe(`${contract.fqn}_"new`);
    });
  });

  describe('deleting', () => {
    it('answers with the deleted result, and 404 the second time', async () => {
      const { result } = await push(T0);
      expect(JSON.parse(await world.results.delete(ADMIN, contract.id, T0))).toEqual(result);
      await expect(world.results.delete(ADMIN, contract.id, T0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('deletes what is strictly older, in batches, but no run that is open', async () => {
      await world.database.query(
        `insert into contract_result
         select $1, $2::bigint + n, gen_random_uuid(), 'Success', 'pushed', '{}', '{}' from generate_series(0, 5000) n`,
        [contract.node, T0],
      );
      await world.database.query(
        `update contract_result set origin = 'run', status = 'Queued' where contract = $1 and timestamp = $2`,
        [contract.node, T0 + 10],
      );
      await expect(world.results.delete(ADMIN, contract.id, T0 + 10)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await world.results.deleteBefore(ADMIN, contract.id, T0 + 5_000)).toBe(4_999);
      expect(await timestamps({})).toEqual([T0 + 5_000, T0 + 10]);
      expect(await world.results.deleteBefore(ADMIN, contract.id, T0)).toBe(0);
    });

    it('takes results and counts along when the contract goes for good', async () => {
      await push(T0);
      await world.database.query(`delete from entity where node = $1`, [contract.node]);
      const left = await world.database.query(
        `select contract from contract_result where contract = $1
         union all select contract from contract_result_count where contract = $1`,
        [contract.node],
      );
      expect(left).toEqual([]);
    });
  });
});
