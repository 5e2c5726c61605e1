import { randomUUID } from 'node:crypto';
import { loadSettings } from '@app/config';
import { JobProducer, type Lane } from '@app/queue';
import { Client } from 'pg';
import { seededContract } from '../contract-read/dataset';
import { OUTCOME } from './judged-contracts';
import { openFloorQueue, type Backend, type FloorJob } from './pipeline/pipeline';

/** Runs, and jobs, of one statement. */
const BLOCK = 1_000;
const LOGGED_BLOCKS = 10;
const WAKE = { queue: 'validation', name: 'wake', parse: () => undefined };

// As a batch queues them: a result and an open run for each contract.
const RUNS = `
  with wanted as (
    select e.node, $4::bigint + n as time, gen_random_uuid() as id
      from generate_series($1::int, $2::int) n join entity e on e.id = md5('bench-contract-' || n)::uuid),
  result as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select node, time, id, 'Queued', 'run', '{}', '{"trigger":"schedule","attempts":0}' from wanted)
  insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
  select id, node, time, 'Queued', 'schedule', $3, 'admin' from wanted`;

/** Queues runs of the product, and of the floor, for contracts by their numbers. */
export class Backlog {
  private readonly producer: JobProducer;
  private readonly floorQueue: ReturnType<typeof openFloorQueue>;

  private constructor(
    private readonly client: Client,
    backend: Backend,
  ) {
    const { queuePrefix } = loadSettings({ DATABASE_URL: backend.databaseUrl });
    this.producer = new JobProducer({ ...backend, queuePrefix, workerConcurrency: 1 });
    this.floorQueue = openFloorQueue(backend);
  }

  static async connect(backend: Backend): Promise<Backlog> {
    const client = new Client({ connectionString: backend.databaseUrl });
    await client.connect();
    return new Backlog(client, backend);
  }

  /** @param log hears of every tenth block */
  async queueRuns(
    first: number,
    last: number,
    lane: Lane,
    log: (line: string) => void = () => undefined,
  ): Promise<void> {
    for (let from = first; from <= last; from += BLOCK) {
      const values = [from, Math.min(last, from + BLOCK - 1), lane, Date.now()];
      await this.client.query(RUNS, values);
      await this.producer.wake(WAKE, lane);
      if ((from - first + BLOCK) % (LOGGED_BLOCKS * BLOCK) === 0) log(`${from - first + BLOCK} runs queued`);
    }
  }

  async queueFloorRuns(count: number, contracts: number): Promise<void> {
    for (let from = 0; from < count; from += BLOCK) {
      const length = Math.min(BLOCK, count - from);
      const jobs = Array.from({ length }, (_, at): FloorJob => {
        return { id: randomUUID(), contract: seededContract(1 + ((from + at) % contracts)).id };
      });
      const values = [jobs.map(({ id }) => id), jobs.map(({ contract }) => contract)];
      await this.client.query(
        `insert into bench_run select *, 'Queued', 0 from unnest($1::uuid[], $2::uuid[])`,
        values,
      );
      await this.floorQueue.addBulk(jobs.map((data) => ({ name: 'run', data, opts: { jobId: data.id } })));
    }
  }

  /** Runs that have not ended. */
  async unfinished(side: 'floor' | 'product', lane: Lane = 'urgent'): Promise<number> {
    const { rows } = await this.client.query<{ n: number }>(
      side === 'floor'
        ? `select count(*)::int as n from bench_run where state = 'Queued'`
        : { text: `select count(*)::int as n from validation_run where lane = $1`, values: [lane] },
    );
    return rows[0]?.n ?? NaN;
  }

  /** The newest results of contracts by their numbers, as if something else had been pushed since their last validation. */
  async changeLast(count: number, status: string): Promise<void> {
    await this.client.query(
      `update contract_result r set status = $2, origin = 'pushed'
         from generate_series(1, $1::int) n join entity e on e.id = md5('bench-contract-' || n)::uuid join contract c on c.node = e.node
        where r.contract = c.node and r.timestamp = c.ended_at`,
      [count, status],
    );
  }

  /** Where no run is open every result of one is terminal, and was judged in full, not aborted. */
  async endFaults(): Promise<string[]> {
    const { rows } = await this.client.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from contract_result where origin = 'run' and status <> $1 group by 1`,
      [OUTCOME],
    );
    return rows.map(({ status, n }) => `${n} runs ended as ${status}; all should have failed in some rules only`);
  }

  async close(): Promise<void> {
    await this.floorQueue.close();
    await this.producer.onApplicationShutdown();
    await this.client.end();
  }
}
