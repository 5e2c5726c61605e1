import { setImmediate } from 'node:timers/promises';
import { LARGE_PAGE, LargeReads } from './large-reads';

describe('LargeReads', () => {
  const held = (): { readonly gate: Promise<void>; readonly open: () => void } => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    return { gate, open };
  };

  it('makes two long pages at a time, and short ones at once', async () => {
    const large = new LargeReads();
    const { gate, open } = held();
    const begun: string[] = [];
    const page = (name: string, rows: number) =>
      large.page(rows, async () => {
        begun.push(name);
        await gate;
      });
    const pages = [page('a', LARGE_PAGE + 1), page('b', 1_000), page('c', 1_000), page('d', LARGE_PAGE)];
    await setImmediate();
    expect([...begun].sort()).toEqual(['a', 'b', 'd']);
    open();
    await Promise.all(pages);
    expect(begun.at(-1)).toBe('c');
  });

  it('refuses a long page while many wait, and goes on with what has begun', async () => {
    const large = new LargeReads();
    const { gate, open } = held();
    const pages = Array.from({ length: 32 }, () => large.page(1_000, () => gate));
    await expect(large.page(1_000, () => gate)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
    await expect(large.page(10, () => Promise.resolve('short'))).resolves.toBe('short');
    const next = large.turn(() => Promise.resolve('next piece'));
    open();
    await expect(next).resolves.toBe('next piece');
    await Promise.all(pages);
    await expect(large.page(1_000, () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('a page that fails leaves its turn', async () => {
    const large = new LargeReads();
    const failing = Array.from({ length: 40 }, () => large.turn(() => Promise.reject(new Error('gone'))));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
    await expect(large.page(1_000, () => Promise.resolve(1))).resolves.toBe(1);
  });
});
