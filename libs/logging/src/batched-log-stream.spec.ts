import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchedLogStream } from './batched-log-stream';

describe('BatchedLogStream', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turn-stream-'));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const stream = new BatchedLogStream(descriptor);
  const written = (): string => readFileSync(file, 'utf8');

  afterAll(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  it('writes the lines of a turn at its end, in their order', async () => {
    const before = written();
    stream.write('one ä\n');
    stream.write('two\n');
    expect(written()).toBe(before);
    await new Promise((resolve) => setImmediate(resolve));
    expect(written()).toBe(`${before}one ä\ntwo\n`);
  });

  it('writes at once when it is told to, and nothing twice', async () => {
    const before = written();
    stream.write('last\n');
    stream.flushSync();
    expect(written()).toBe(`${before}last\n`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(written()).toBe(`${before}last\n`);
  });

  it('does not hold more than it may', () => {
    const before = written();
    const line = `${'x'.repeat(70_000)}\n`;
    stream.write(line);
    expect(written()).toBe(before + line);
  });

  it('survives a reader that has gone', () => {
    const gone = new BatchedLogStream(1_000_000);
    gone.write('nobody reads this\n');
    expect(() => gone.flushSync()).not.toThrow();
  });
});
