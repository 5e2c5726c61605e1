import { writeFileSync } from 'node:fs';
import type * as DuckDB from '@duckdb/node-api';
import { LimitedRows } from '../../connect/limited-rows';
import type { ResultBounds, Row } from '../../engine';
import { SourceError } from '../../reason';
import { headOf } from './file-head';
import type { EngineAnswer, EngineFault, EngineRequest, EngineSettings, EngineTask } from './engine-message';

// The process of the engine of files, which engine-process.ts starts. It ends with that process, whatever it is doing: an orderly exit would
// wait for the statement that runs.
process.on('disconnect', end);
process.on('message', (request: EngineRequest) => void answer(request));

/** Rows of one message: some milliseconds for the process that reads them. */
const PIECE = 1_000;
const WATCH_MS = 100;
const MB = 1024 * 1024;
/** Node with the engine, before it reads anything, and what is no part of the engine's own account. */
const BASE_MB = 256;

// eslint-disable-next-line house/no-learned-ways -- begun with the process
let connected: Promise<DuckDB.DuckDBConnection>;

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function send(message: EngineAnswer): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}

async function answer(request: EngineRequest): Promise<void> {
  if (request === 'interrupt') return (await connected).interrupt();
  const { id, task } = request;
  try {
    await send({ id, columns: await done(task, id) });
  } catch (error) {
    await send({ id, fault: faultOf(error) });
  }
}

/** @returns the names of the columns of the rows that were sent */
async function done(task: EngineTask, id: number): Promise<readonly string[]> {
  switch (task.kind) {
    case 'open':
      watchMemory(task.settings.memoryMb);
      connected = open(task.settings);
      await connected;
      return [];
    case 'run':
      await (await connected).run(task.sql);
      return [];
    case 'head':
      await send({ id, rows: [await headOf(task.path, task.encoding)] });
      return ['text', 'isWhole'];
    case 'select':
      return select(task.sql, task.bounds, id);
  }
}

async function open({ threads, memoryMb, tempFolder, tempBytes }: EngineSettings): Promise<DuckDB.DuckDBConnection> {
  preferAsVictim();
  const { DuckDBInstance } = await loaded();
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
    temp_directory: tempFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  // Enforced only where it is set by a statement.
  await connection.run(`SET max_temp_directory_size = '${tempBytes}B'`);
  return connection;
}

/** The type of the statement is the lock: the engine has no mode in which it writes nothing. */
async function select(sql: string, bounds: ResultBounds, id: number): Promise<readonly string[]> {
  const { StatementType } = await loaded();
  const statements = await (await connected).extractStatements(sql);
  if (statements.count !== 1) throw notReadOnly('It is not one statement');
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) throw notReadOnly('It is not a SELECT');
  const result = await prepared.stream();
  for (const piece of piecesOf(await collected(result, bounds))) await send({ id, rows: piece });
  return result.columnNames();
}

async function collected(result: DuckDB.DuckDBResult, bounds: ResultBounds): Promise<readonly Row[]> {
  const rows = new LimitedRows(bounds);
  for await (const chunk of result) {
    // One by one, so that a chunk of large values is left at the limit.
    for (let at = 0; at < chunk.rowCount; at++) {
      if (!rows.add(chunk.getRowValues(at).map((cell) => (cell === null ? null : String(cell))))) throw rows.excess!;
    }
  }
  return rows.rows;
}

function* piecesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += PIECE) yield rows.slice(at, at + PIECE);
}

/** Ends the process where the engine takes much beside its own account of memory. */
function watchMemory(memoryMb: number): void {
  const most = 2 * memoryMb + BASE_MB;
  // eslint-disable-next-line house/one-of-each-tool -- this process loads nothing of the service, and ends at once
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= most * MB) return;
    clearInterval(look);
    const message = `The engine of files took more than ${most} MB of memory`;
    const cure = 'Read less at a time, or raise DATA_MEMORY_MB of the worker';
    void send({ ending: { reason: 'tooLarge', message, cure } }).then(end);
  }, WATCH_MS);
}

/** Where memory runs out Linux ends the process with the higher score, and not the worker. */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or no such file in this container.
  }
}

/** 70 MB of native code. */
async function loaded(): Promise<typeof DuckDB> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SourceError({
      reason: 'driverMissing',
      message: `The driver @duckdb/node-api cannot be loaded: ${why}`,
      cure: 'npm install @duckdb/node-api, on a platform that it has a build for',
    });
  }
}

function faultOf(error: unknown): EngineFault {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return error instanceof SourceError ? { message, reason: error.reason, cure: error.cure } : { message };
}

const notReadOnly = (message: string): SourceError => new SourceError({ reason: 'notReadOnly', message });
