import { Pool } from 'pg';
import { backendOf, FINISH, openFloorWorker, READ } from './pipeline';

// The half that works: reads the contract and writes the end of the run, once. It judges nothing.

const backend = backendOf(process.env);
const pool = new Pool({ connectionString: backend.databaseUrl, max: Number(process.env['DATABASE_POOL_SIZE']) });

interface Documents {
  readonly body: string;
  readonly details: string;
}

const CONCURRENCY = Number(process.env['WORKER_CONCURRENCY']);

openFloorWorker(backend, CONCURRENCY, async ({ data: { id, contract } }) => {
  const { rows } = await pool.query<Documents>({ ...READ, values: [contract] });
  const { description } = JSON.parse(rows[0]?.body ?? '{}') as { description?: string };
  await pool.query({ ...FINISH, values: [id, JSON.stringify({ description })] });
});
process.on('disconnect', () => process.exit());
process.send?.(0);
