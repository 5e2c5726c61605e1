import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Execution, SparkExecutor } from './databricks-server';

/** A folder of Python with Spark: 500 MB that no other test needs, beside a Java of 17 or 21. */
const { SPARK_VENV = '' } = process.env;
const PYTHON = join(SPARK_VENV, 'bin/python');

/** Why suites that need it are left out; undefined where it is there. */
export const MISSING_SPARK =
  SPARK_VENV && existsSync(PYTHON) ? undefined : 'SPARK_VENV names no environment with pyspark==4.0.1';

type Result = Awaited<Execution['ended']>;

/** Spark itself, in a process of its own. */
export interface SparkProcess extends SparkExecutor {
  /** Runs statements, which may write. */
  run(...statements: readonly string[]): Promise<void>;
}

/** Starts one; about 10 s. @param zone of its sessions */
export async function startSpark(catalog: string, zone: string): Promise<SparkProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-spark-'));
  const child = spawn(PYTHON, [join(__dirname, 'spark-server.py'), folder, zone], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  lines.on('line', (line) => {
    const said = JSON.parse(line) as Result & { id: number; error?: string };
    const one = waiting.get(said.id)!;
    waiting.delete(said.id);
    if (said.error === undefined) one.resolve(said);
    else one.reject(new Error(said.error));
  });
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const start: SparkExecutor['start'] = (sql, place) => {
    if (place.catalog !== undefined && place.catalog !== catalog)
      throw new Error(`[NO_SUCH_CATALOG_EXCEPTION] Catalog '${place.catalog}' was not found. SQLSTATE: 42704`);
    const id = ++last;
    const ended = new Promise<Result>((resolve, reject) => waiting.set(id, { resolve, reject }));
    // Spark itself has one catalog, without a view of it.
    const local = sql
      .replaceAll(`\`${catalog}\`.\`information_schema\`.`, '`unity`.')
      .replaceAll(`\`${catalog}\`.`, '');
    send({ id, sql: local, schema: place.schema ?? 'default' });
    return { ended, interrupt: () => send({ cancel: id }) };
  };
  return {
    start,
    run: async (...statements) => {
      for (const statement of statements) await start(statement, {}).ended;
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.stdin.end();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
