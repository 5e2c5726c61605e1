import { randomUUID } from 'node:crypto';
import { JobProducer } from '@app/queue';
import type { Lane } from '@app/queue';
import { Client } from 'pg';
import { seededContract } from '../contract-read/dataset';
import { openFloorQueue } from './pipeline/pipeline';
import type { Backend, FloorJob } from './pipeline/pipeline';

/** Runs, and jobs, of one statement. */
const BLOCK = 1_000;
const VALIDATE = { queue: 'validation', name: 'validate', parse: (payload: unknown) => payload as object };

// As a batch queues them: a result and an open run for each contract.
const RUNS = `
  with wanted as (
    select e.node, $4::bigint + n as time, gen_random_uuid() as id
      from generate_series($1::int, $2::int) n join entity e on e.id = md5('bench-contract-' || n)::uuid),
  result as (
    insert into contract_result (contract, timestamp, id, status, origin, body, details)
    select node, time, id, 'Queued', 'run', '{}', '{"trigger":"schedule","attempts":0}' from wanted)
  insert into validation_run (result_id, contract, timestamp, state, trigger, lane, requested_by)
  select id, node, time, 'Queued', 'schedule', $3, 'admin' from wanted
  returning result_id::text as "resultId", contract::text`;

/** Queues runs of the product, and of the floor, for contracts by their numbers, as many jobs as runs. */
export class Backlog {
  private readonly producer: JobProducer;
  private readonly floorQueue: ReturnType<typeof openFloorQueue>;

  private constructor(
    private readonly client: Client,
    backend: Backend,
  ) {
    this.producer = new JobProducer({ ...backend, workerConcurrency: 1 });
    this.floorQueue = openFloorQueue(backend);
  }

  static async connect(backend: Backend): Promise<Backlog> {
    const client = new Client({ connectionString: backend.databaseUrl });
    await client.connect();
    return new Backlog(client, backend);
  }

  async queueRuns(first: number, last: number, lane: Lane): Promise<void> {
    for (let from = first; from <= last; from += BLOCK) {
      const values = [from, Math.min(last, from + BLOCK - 1), lane, Date.now()];
      const { rows } = await this.client.query<{ resultId: string; contract: string }>(RUNS, values);
      const jobs = rows.map((payload) => ({ payload, id: payload.resultId, lane }));
      await this.producer.sendAll(VALIDATE, jobs);
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

  /** Both queues, those of the lane on which somebody waits. */
  async pause(side: 'floor' | 'product'): Promise<void> {
    await this.queue(side).pause();
  }

  async resume(side: 'floor' | 'product'): Promise<void> {
    await this.queue(side).resume();
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

  /** What the floor has not done is of no use to anybody. */
  async forgetFloorRuns(): Promise<void> {
    await this.floorQueue.drain();
    await this.client.query(`delete from bench_run where state = 'Queued'`);
  }

  /** Where no run is open every result of one is terminal, and was judged in full, not aborted. */
  async endFaults(): Promise<string[]> {
    const { rows } = await this.client.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from contract_result where origin = 'run' and status <> 'PartialSuccess' group by 1`,
    );
    return rows.map(({ status, n }) => `${n} runs ended as ${status}; all should have failed in some rules only`);
  }

  async close(): Promise<void> {
    await this.floorQueue.close();
    await this.producer.onApplicationShutdown();
    await this.client.end();
  }

  private queue(side: 'floor' | 'product'): Pick<ReturnType<typeof openFloorQueue>, 'pause' | 'resume'> {
    return side === 'floor' ? this.floorQueue : this.producer.queue(VALIDATE.queue);
  }
}
