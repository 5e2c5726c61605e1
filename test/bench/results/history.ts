import type { Client } from 'pg';
import { seededContract } from '../contract-read/dataset';
import { BODY } from './made-result';

/** The history of contract no. 1, evenly spread over the year before `end` (epoch ms), the last one a step before it. */
export interface History {
  readonly contractId: string;
  readonly count: number;
  readonly stepMs: number;
  readonly start: number;
  readonly end: number;
}

const YEAR_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;
/** Rows of one statement. */
const BLOCK = 50_000;

const INSERT = `
  insert into contract_result (contract, timestamp, id, status, origin, body, details)
  select e.node, $2::bigint + n * $3::bigint, md5('bench-history-' || n)::uuid,
         case when n % 10 = 0 then 'Failed' else 'Success' end, 'pushed', $6::jsonb, '{"trigger":"api"}'
    from entity e, generate_series($4::int, $5::int) n where e.id = $1`;

/** Each tenth result failed. The whole hour that is over is the end, so that runs of one hour have the same data. */
export async function makeHistory(client: Client, count: number): Promise<History> {
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const stepMs = Math.floor(YEAR_MS / count);
  const history = { contractId: seededContract(1).id, count, stepMs, start: end - count * stepMs, end };
  await client.query(`delete from contract_result where contract = (select node from entity where id = $1)`, [
    history.contractId,
  ]);
  for (let from = 0; from < count; from += BLOCK) {
    const values = [history.contractId, history.start, stepMs, from, Math.min(count, from + BLOCK) - 1, BODY];
    await client.query(INSERT, values);
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  return history;
}
