import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, isProcessAlive, processStartTime } from './process-identity';

describe('the identity of a process', () => {
  it('stays the same, and ends with it', async () => {
    const child = spawn('sleep', ['600']);
    const pid = child.pid as number;
    const startTime = processStartTime(pid);
    expect(startTime).not.toBeNull();
    expect(processStartTime(pid)).toBe(startTime);
    expect(isProcessAlive(pid)).toBe(true);
    expect(commandLine(pid)).toMatch(/sleep 600$/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processStartTime(pid)).toBeNull();
    expect(commandLine(pid)).toBeNull();
    expect(isProcessAlive(pid)).toBe(false);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('is read right of a program with blanks and brackets in its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'identity-'));
    const program = join(folder, 'a) Z 1 (b');
    copyFileSync('/bin/sleep', program);
    const [odd, plain] = [spawn(program, ['600']), spawn('sleep', ['600'])];
    await Promise.all([once(odd, 'spawn'), once(plain, 'spawn')]);
    const times = [odd, plain].map(({ pid }) => Number(processStartTime(pid as number)));
    // Started one after the other: within a minute, whatever the unit's size down to 10 ms.
    expect(Math.abs((times[0] as number) - (times[1] as number))).toBeLessThan(6_000);
    for (const child of [odd, plain]) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  });
});
