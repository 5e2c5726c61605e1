import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startProcess } from '@app/common';
import { engineOf, removeLeftTempFolders, type Session } from '@app/sources';
import { eventually } from '../../support/eventually';
import { contextWith } from '../../support/sources/source-context.fixture';

const engine = engineOf('Datalake')!;
const MB = 1024 * 1024;
/** One function that takes minutes, and no notice of an interrupt. */
const DEAF = "SELECT levenshtein(repeat('a', 600000), repeat('b', 600000))";
/** Of no part of the engine's own account of its memory. */
const LARGE = "SELECT length(repeat('x', 400000000))";
const SPILLED_ROWS = 3_000_000;
const SPILLING = `SELECT count(*) FROM (SELECT DISTINCT md5(i::VARCHAR) FROM range(${SPILLED_ROWS}) t(i))`;
/** CPU of this process, in ms: far below that of a statement that it would run itself. Other work of the machine adds nothing. */
const LITTLE_CPU_MS = 1_000;
/** A statement's limit of one second, an interrupt, and a process that ends: on a busy machine, and far below the time of DEAF. */
const ENDED_MS = 60_000;

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'catalog-files-')));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop/orders.csv'), 'id,amount\n1,2\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Closed after each test, also after one that fails. */
const sessions: Session[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

/** A session on the folder. */
async function opened(more: { seconds?: number; memoryMb?: number; tempBytes?: number } = {}, of = folder) {
  const { seconds = 60, ...limits } = more;
  const read = engine.readConfig({ configSource: { type: 'Local', path: of } });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  const context = { ...contextWith({ statementSeconds: seconds }, [of]), ...limits };
  const session = await engine.connect(read.config, context);
  sessions.push(session);
  return { session, config: read.config };
}

/** Processes of engines below a process, by the list of the system. */
function enginesBelow(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const parts = lines.filter((line) => line.includes('engine-child')).map((line) => line.trim().split(/\s+/));
  return parts.filter(([, ppid]) => Number(ppid) === parent).map(([pid]) => Number(pid));
}

/** Folders of temporary files that a process has. */
const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`catalog-data-${hostname()}-${pid}-`));

/** What this process worked meanwhile, in ms. */
async function cpuOf(during: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await during();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const reasonOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: { reason: string }) => error.reason,
  );

describe('the process of the engine of files', () => {
  it('ends with a statement that takes no notice of its time-out, while this process goes on; the next one has another', async () => {
    const { session } = await opened({ seconds: 1 });
    await session.enter('shop');
    const began = performance.now();
    let reason = '';
    const cpu = await cpuOf(async () => (reason = await reasonOf(session.query(DEAF))));
    expect([reason, performance.now() - began < ENDED_MS, cpu < LITTLE_CPU_MS]).toEqual(['timedOut', true, true]);
    expect((await session.query('SELECT amount FROM "orders.csv"')).rows).toEqual([['2']]);
    await session.close();
    expect([enginesBelow(process.pid), foldersOf(process.pid)]).toEqual([[], []]);
  });

  it('ends with the reading that is cancelled, whatever it does', async () => {
    const { session } = await opened();
    const ended = reasonOf(session.query(DEAF));
    await delay(200);
    const began = performance.now();
    const cpu = await cpuOf(() => session.cancel());
    expect([await ended, performance.now() - began < ENDED_MS, cpu < LITTLE_CPU_MS]).toEqual(['cancelled', true, true]);
    await session.close();
    expect(await reasonOf(session.query('SELECT 1'))).toBe('cancelled');
    expect([enginesBelow(process.pid), foldersOf(process.pid)]).toEqual([[], []]);
  });

  it('is ended over a small file that unpacks to a large one', async () => {
    const bomb = realpathSync(mkdtempSync(join(tmpdir(), 'catalog-files-')));
    const unpacked = Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(400 * MB, '1,2\n')]);
    writeFileSync(join(bomb, 'bomb.csv.gz'), gzipSync(unpacked, { level: 1 }));
    const { session, config } = await opened({ seconds: 1 }, bomb);
    const began = performance.now();
    let listing: Awaited<ReturnType<typeof engine.introspect>> | undefined;
    const scope = { includeViews: true, includePartitions: false };
    const cpu = await cpuOf(async () => (listing = await engine.introspect(session, config, scope)));
    expect([performance.now() - began < ENDED_MS, cpu < LITTLE_CPU_MS]).toEqual([true, true]);
    expect(listing!.unreadable).toMatchObject([{ name: 'bomb.csv.gz', reason: 'timedOut' }]);
    await session.close();
    rmSync(bomb, { recursive: true });
  });

  it.each([
    ['SIGSEGV', 'internal'],
    ['SIGKILL', 'tooLarge'],
  ])('that dies of %s is a statement that failed for the reason %s, and no more', async (signal, reason) => {
    const { session } = await opened();
    const failed = reasonOf(session.query(DEAF));
    await delay(200);
    for (const pid of enginesBelow(process.pid)) process.kill(pid, signal);
    expect(await failed).toBe(reason);
    expect((await session.query('SELECT id FROM shop."orders.csv"')).rows).toEqual([['1']]);
    await session.close();
  });

  it('may take so much memory, also beside its own account of it, and so large temporary files', async () => {
    const { session } = await opened({ memoryMb: 64, tempBytes: MB });
    expect(await reasonOf(session.query(LARGE))).toBe('tooLarge');
    expect(await reasonOf(session.query(SPILLING))).toBe('tooLarge');
    expect((await session.query('SELECT 1')).rows).toEqual([['1']]);
    await session.close();
    const { session: roomy } = await opened({ memoryMb: 64, tempBytes: 1024 * MB });
    expect((await roomy.query(SPILLING)).rows).toEqual([[String(SPILLED_ROWS)]]);
    await roomy.close();
  });

  it('ends with the process that began it; its folder goes at the next start of one, and no folder of another that lives', async () => {
    const reader = startProcess(join(__dirname, '../../support/sources'), 'reading.main');
    reader.send({ folder, temp: tmpdir(), sql: DEAF });
    await once(reader, 'message');
    const pid = reader.pid!;
    const [child] = enginesBelow(pid);
    expect(foldersOf(pid)).toHaveLength(1);
    await removeLeftTempFolders();
    expect(foldersOf(pid)).toHaveLength(1);
    reader.kill('SIGKILL');
    await once(reader, 'exit');
    await eventually(() => !existsSync(`/proc/${child}`));
    const { session } = await opened();
    await removeLeftTempFolders();
    expect([foldersOf(pid), foldersOf(process.pid).length]).toEqual([[], 1]);
    await session.close();
  });

  it('has nothing of the environment of this process but where programs lie', async () => {
    process.env.SECRET_OF_THE_TEST = 'hunter2';
    const { session } = await opened();
    const [pid] = enginesBelow(process.pid);
    const shown = readFileSync(`/proc/${pid}/environ`, 'utf8');
    await session.close();
    delete process.env.SECRET_OF_THE_TEST;
    expect([shown.includes('NODE_CHANNEL_FD'), shown.includes('hunter2')]).toEqual([true, false]);
  });
});
