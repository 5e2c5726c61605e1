import { LargeReads } from '@app/database';
import { randomUUID } from 'node:crypto';
import { BulkPushService, ResultRepository, type ExecutionStatus } from '@app/results';
import { SummaryRepository } from '../../../libs/results/src/summary/summary.repository';
import { ADMIN, ContractWorld, resultStore, type TestContract } from '../runs/support/contract-world';

/** Statements of chance; SUM_STEPS=5000 for a long run. */
const STEPS = Number(process.env['SUM_STEPS'] ?? 150);
const SEED = Number(process.env['SUM_SEED'] ?? 1);
const HOUR = 3_600_000;
const START = 1_700_000_000_000;
/** Dimensions as runs and pushes tell of them: in full, in part, not at all, of no counts. */
const BODIES = [
  { result: 'said' },
  {
    schemaValidation: { passed: 2, failed: 0, total: 2 },
    slaValidation: { latencyMet: true, refreshFrequencyMet: true },
  },
  {
    schemaValidation: { passed: 1, failed: 1, total: 2 },
    slaValidation: { latencyMet: true, refreshFrequencyMet: false },
  },
  { semanticsValidation: { passed: 3, total: 3 }, qualityValidation: { passed: 1, total: 3 } },
  { semanticsValidation: { total: 3 }, qualityValidation: { failed: 0 }, slaValidation: {} },
].map((body) => JSON.stringify(body));
const DIMENSIONS = ['schema', 'semantics', 'quality', 'sla'] as const;
const STATUSES = ['Success', 'Failed', 'Aborted', 'Queued', 'Running'];

/** Mulberry32: the same steps for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe('what follows from results', () => {
  let world: ContractWorld;
  let contracts: TestContract[];
  let pushes: BulkPushService;
  const below = chance(SEED);

  beforeAll(async () => {
    world = await ContractWorld.create();
    contracts = [await world.contract(), await world.contract(), await world.contract()];
    const store = resultStore(world.database, world.finder);
    pushes = new BulkPushService(world.finder, store);
  });
  afterAll(() => world.destroy());

  const nodes = () => contracts.map(({ node }) => node);
  const query = <Row extends object>(text: string, values: unknown[] = []) => world.database.query<Row>(text, values);

  /** Some three days around the start, on whole hours now and then, so that edges meet. */
  const time = () => START + below(70) * HOUR + (below(3) === 0 ? 0 : below(HOUR));

  async function insert(): Promise<void> {
    const rows = Array.from({ length: 1 + below(4) }, () => [
      contracts[below(3)]!.node,
      time(),
      STATUSES[below(5)],
      BODIES[below(5)],
    ]);
    await query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select contract, timestamp, id, status, 'pushed', body, '{}'
         from unnest($1::bigint[], $2::bigint[], $3::text[], $4::jsonb[], $5::uuid[]) r (contract, timestamp, status, body, id)
           on conflict do nothing`,
      [...[0, 1, 2, 3].map((at) => rows.map((row) => row[at])), rows.map(() => randomUUID())],
    );
  }

  /** As pipelines do: one result of each contract, or several of one; some replace what is there. */
  async function push(): Promise<void> {
    const isOneEach = below(2) === 0;
    const rows = contracts.slice(0, 1 + below(3)).map((contract) => ({
      contractId: (isOneEach ? contract : contracts[below(3)]!).id,
      timestamp: time(),
      contractExecutionStatus: STATUSES[below(5)] as ExecutionStatus,
      ...(JSON.parse(BODIES[below(5)]!) as object),
    }));
    await pushes.push(ADMIN, rows);
  }

  /** As runs do: Queued, Running, ended; each with its row, in one transaction. */
  async function run(): Promise<void> {
    const node = contracts[below(3)]!.node;
    const status = STATUSES[below(3)];
    const [open] = await query<{ id: string; state: string }>(
      `select result_id::text as id, state from validation_run where contract = $1 limit 1`,
      [node],
    );
    await world.database.transaction(async (tx) => {
      if (!open) {
        await tx.query(
          `with made as (
             insert into contract_result (contract, timestamp, id, status, origin, body, details)
             values ($1, $2, $3, 'Queued', 'run', '{}', '{}') on conflict do nothing returning *)
           insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
           select id, contract, timestamp, 'Queued', 'manual', 'urgent', 'test' from made`,
          [node, time(), randomUUID()],
        );
      } else if (open.state === 'Queued') {
        await tx.query(`update validation_run set state = 'Running' where result_id = $1`, [open.id]);
        await tx.query(`update contract_result set status = 'Running' where id = $1`, [open.id]);
      } else {
        await tx.query(`delete from validation_run where result_id = $1`, [open.id]);
        await tx.query(`update contract_result set status = $2, body = $3 where id = $1`, [
          open.id,
          status,
          BODIES[below(5)],
        ]);
      }
    });
  }

  /** What nothing of the product does, but whoever mends data by hand may. */
  async function change(): Promise<void> {
    await query(
      `update contract_result set status = coalesce($1, status), timestamp = timestamp + $2, body = $4
        where id in (select id from contract_result where origin = 'pushed' order by id offset $3 limit 2)`,
      [STATUSES[below(6)], below(2) * (below(2) * 7 * HOUR + 1), below(20), BODIES[below(5)]],
    ).catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  }

  async function remove(): Promise<void> {
    const text = `delete from contract_result where id in (
      select id from contract_result where origin = 'pushed' and contract = any($1) order by timestamp desc offset $2 limit $3)`;
    await query(text, [nodes(), below(3) * below(20), 1 + below(3)]);
  }

  const OPEN = `(origin = 'run' and status in ('Queued', 'Running'))`;
  const wrongCounts = (table: string, unit: string, ms: number) => `
    select '${table}' as what, counted.*, kept.n as kept from (
      select contract, timestamp / ${ms} as ${unit}, status, count(*) as n from contract_result where not ${OPEN} group by 1, 2, 3) counted
      full join (select * from ${table} where n <> 0) kept using (contract, ${unit}, status)
     where counted.n is distinct from kept.n`;
  const newest = (condition: string) =>
    `(select row(r.timestamp, r.status) from contract_result r where r.contract = c.node ${condition} order by timestamp desc limit 1)`;

  async function expectTrue(): Promise<void> {
    expect(await query(wrongCounts('contract_result_count', 'hour', HOUR))).toEqual([]);
    expect(await query(wrongCounts('contract_result_day', 'day', 24 * HOUR))).toEqual([]);
    expect(
      await query(
        `select latest_result, ended_status, ended_at from contract c
          where coalesce(row((latest_result ->> 'timestamp')::bigint, latest_status), row(null::bigint, null::text))
                is distinct from coalesce(${newest('')}, row(null::bigint, null::text))
             or coalesce(row(ended_at, ended_status), row(null::bigint, null::text))
                is distinct from coalesce(${newest(`and status not in ('Queued', 'Running')`)}, row(null::bigint, null::text))`,
      ),
    ).toEqual([]);
  }

  async function expectVerdicts(): Promise<void> {
    const verdicts = () => query(`select node, verdict, verdict_since, verdict_before from contract order by node`);
    const kept = await verdicts();
    await query(`select keep_verdicts(array(select node from contract))`);
    expect(kept).toEqual(await verdicts());
  }

  async function expectTotal(): Promise<void> {
    const [a, b] = [time(), time()];
    const window = { from: Math.min(a, b), to: Math.max(a, b) };
    const { node } = contracts[below(3)]!;
    const status = below(2) ? STATUSES[below(5)] : undefined;
    const counted = await query<{ n: number }>(
      `select count(*)::int as n from contract_result
        where contract = $1 and timestamp between $2 and $3 and ($4::text is null or status = $4)`,
      [node, window.from, window.to, status ?? null],
    );
    expect(await new ResultRepository(world.database, new LargeReads()).total(node, window, status)).toBe(
      counted[0]?.n,
    );
  }

  /** What the summary says, and what each result says. */
  async function expectDimensions(): Promise<void> {
    const [a, b] = [time(), time()];
    const window = { from: Math.min(a, b), to: Math.max(a, b) + 1 };
    const { node } = contracts[below(3)]!;
    const results = await query<{ body: Readonly<Record<string, Record<string, unknown>>> }>(
      `select body from contract_result where contract = $1 and timestamp >= $2 and timestamp < $3`,
      [node, window.from, window.to],
    );
    const count = (dimension: (typeof DIMENSIONS)[number]) => {
      const failed = results.flatMap(({ body }) => failedIn(body[`${dimension}Validation`], dimension === 'sla') ?? []);
      return { evaluated: failed.length, passed: failed.filter((items) => items === 0).length };
    };
    expect(await new SummaryRepository(world.database).dimensions(node, window)).toEqual(
      Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, count(dimension)])),
    );
  }

  it('is true after each statement, whatever it did', async () => {
    const deeds = [insert, insert, push, push, run, run, run, change, remove];
    for (let step = 0; step < STEPS; step++) {
      await deeds[below(deeds.length)]!();
      await expectTrue();
      await expectVerdicts();
      await expectTotal();
      await expectDimensions();
    }
  });

  it('is true after writers of single results that lock nothing before', async () => {
    for (let round = 0; round < 10; round++) {
      const writers = Array.from({ length: 8 }, () => [
        contracts[below(3)]!.node,
        time(),
        randomUUID(),
        STATUSES[below(5)],
        BODIES[below(5)],
      ]);
      const text = `insert into contract_result (contract, timestamp, id, status, origin, body, details)
                    values ($1, $2, $3, $4, 'pushed', $5, '{}') on conflict do nothing`;
      await Promise.all(writers.map((values) => query(text, values)));
      await expectTrue();
      await expectVerdicts();
    }
  });
});

/** How many items of a dimension failed; undefined where too little is said of it. */
function failedIn(said: Record<string, unknown> | undefined, isSla: boolean): number | undefined {
  if (!said) return undefined;
  if (isSla) return Object.values(said).filter((met) => met === false).length;
  const { failed, total, passed } = said as Partial<Record<string, number>>;
  return failed ?? (total === undefined || passed === undefined ? undefined : total - passed);
}
