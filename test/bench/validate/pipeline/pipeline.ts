import { createPostgresBackend, Queue, Worker, type Job } from 'bullmq';

// What both halves of the barest pipeline know: one table of runs, one queue, the same backend as the product's.

export const QUEUE = 'bench-floor';
export const CHANNEL = 'bench_run';

export const TABLES = `
  create table if not exists bench_run (
    id uuid primary key, contract uuid not null, state text not null, attempt int not null, verdict jsonb)`;

export const INSERT = { name: 'insert-run', text: `insert into bench_run values ($1, $2, 'Queued', 0)` };
export const READ = { name: 'read-contract', text: `select body::text, details::text from entity where id = $1` };
export const FINISH = {
  name: 'finish-run',
  text: `update bench_run set state = 'Success', attempt = attempt + 1, verdict = $2 where id = $1 and state = 'Queued'
         returning pg_notify('${CHANNEL}', id::text)`,
};

export interface FloorJob {
  readonly id: string;
  readonly contract: string;
}

/** Where the jobs travel: as the product decides it. */
export interface Backend {
  readonly databaseUrl: string;
  readonly redisUrl?: string;
}

const REMOVED = { removeOnComplete: true, removeOnFail: true };
/** After an error of the backend, in ms; as the product. */
const RETRY_MS = 500;
/** Connections of a queue and of a worker, as the product has them. */
const POOLS = { queue: 2, worker: 4 };

const postgres = (databaseUrl: string, max: number) => ({ connectionString: databaseUrl, schema: 'bullmq', max });

export function openFloorQueue({ databaseUrl, redisUrl }: Backend): Queue<FloorJob> {
  const options = { defaultJobOptions: REMOVED };
  return redisUrl
    ? new Queue(QUEUE, { ...options, connection: { url: redisUrl } })
    : (new Queue(
        QUEUE,
        { ...options, connection: postgres(databaseUrl, POOLS.queue) },
        createPostgresBackend,
      ) as unknown as Queue<FloorJob>);
}

export function openFloorWorker(
  { databaseUrl, redisUrl }: Backend,
  concurrency: number,
  work: (job: Job<FloorJob>) => Promise<void>,
): { close(): Promise<void> } {
  const options = { concurrency, removeOnComplete: { count: 0 }, removeOnFail: { count: 0 }, runRetryDelay: RETRY_MS };
  const worker = redisUrl
    ? new Worker(QUEUE, work, { ...options, connection: { url: redisUrl, maxRetriesPerRequest: null } })
    : new Worker(QUEUE, work, { ...options, connection: postgres(databaseUrl, POOLS.worker) }, createPostgresBackend);
  const told = ({ message }: Error): void => void process.stderr.write(`the floor's worker: ${message}\n`);
  // Each of the two is a Worker of its own backend, and these are their only common events.
  (worker as Worker).on('error', told).on('failed', (_, error) => told(error));
  return worker;
}

export function backendOf(environment: NodeJS.ProcessEnv): Backend {
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl } = environment;
  return { databaseUrl, ...(redisUrl && { redisUrl }) };
}
