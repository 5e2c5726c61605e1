import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { RestClient } from '../../support/rest-client';
import type { RunningService } from '../../support/running-service';

export interface Result {
  readonly id: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
}

export const TERMINAL = ['Success', 'Failed', 'PartialSuccess', 'Aborted'];

export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(5).toString('hex')}`;
}

/** The status of a request, or undefined where the connection broke: then nobody knows what became of it. */
export function statusOf(request: Promise<{ status: number }>): Promise<number | undefined> {
  return request.then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Tables of a schema of their own; returns their ids. */
export async function makeTables(client: RestClient, count: number): Promise<string[]> {
  const service = unique('svc');
  await client.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
  await client.must('POST', '/databases', { name: 'db', service });
  await client.must('POST', '/databaseSchemas', { name: 'public', database: `${service}.db` });
  const make = async (i: number): Promise<string> => {
    const columns = [{ name: 'id', dataType: 'INT' }];
    const body = { name: `t${i}`, databaseSchema: `${service}.db.public`, columns };
    return (await client.must<{ id: string }>('POST', '/tables', body)).id;
  };
  return inTens(count, make);
}

/** Each on a table of its own. */
export async function makeContracts(client: RestClient, count: number): Promise<string[]> {
  const tables = await makeTables(client, count);
  return inTens(count, async (i) => {
    const entity = { id: tables[i], type: 'table' };
    const body = { name: `c${i}`, entity, schema: [{ name: 'id', dataType: 'INT' }] };
    return (await client.must<{ id: string }>('POST', '/dataContracts', body)).id;
  });
}

/** Ten at a time, in order. */
export async function inTens<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i += 10)
    made.push(...(await Promise.all(Array.from({ length: Math.min(10, count - i) }, (_, j) => make(i + j)))));
  return made;
}

/** A session of the tests' own on the database of a service. */
export async function onDatabase<T>({ databaseUrl }: RunningService, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
