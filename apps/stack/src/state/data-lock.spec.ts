import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStartTime } from '@app/embedded';
import { DataLock, findLockHolder } from './data-lock';

describe('DataLock', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'lock-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  /** The process that runs this test's process is alive as long as the test is. */
  const other = process.ppid;

  const leave = (held: boolean, startTime = processStartTime(other)): void =>
    writeFileSync(
      join(dataDir, `stack.${other}.lock`),
      JSON.stringify({ pid: other, startTime, baseUrl: 'http://127.0.0.1:1', held }),
    );

  it('is held till it is released, and leaves nothing behind', async () => {
    expect(findLockHolder(dataDir)).toBeNull();
    const lock = await DataLock.acquire(dataDir, 'http://127.0.0.1:8585');
    expect(findLockHolder(dataDir)).toMatchObject({ pid: process.pid, baseUrl: 'http://127.0.0.1:8585' });
    lock.release();
    expect(findLockHolder(dataDir)).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is refused with the address of its holder', async () => {
    leave(true);
    await expect(DataLock.acquire(dataDir, 'http://x')).rejects.toThrow('The stack already runs on');
    await expect(DataLock.acquire(dataDir, 'http://x')).rejects.toThrow(
      `${dataDir}: http://127.0.0.1:1 (process ${other})`,
    );
    expect(readdirSync(dataDir)).toEqual([`stack.${other}.lock`]);
  });

  it('is not shared with one who only looks: we step back till it has decided', async () => {
    leave(false);
    const acquiring = DataLock.acquire(dataDir, 'http://x');
    leave(true);
    await expect(acquiring).rejects.toThrow('The stack already runs on');
  });

  it('skips marks of processes that are gone', async () => {
    leave(true, 'long ago');
    (await DataLock.acquire(dataDir, 'http://x')).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
