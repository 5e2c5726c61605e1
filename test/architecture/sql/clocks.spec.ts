import { textOf } from '../ceilings';
import { filesBelow, PROJECT } from '../source-files';
import { join } from 'node:path';

/** The clock that goes on within a statement, in SQL and as TypeScript puts it there. */
const CLOCK = String.raw`(?:floor\(extract\(epoch from clock_timestamp\(\)\) \* 1000\)(?:::bigint)?|clock_timestamp\(\)|\$\{NOW_MS\})`;
const BEHIND = new RegExp(String.raw`(?:<=|>=|<>|(?<![-=])<|(?<![-=])>)\s*\(?\s*${CLOCK}`, 'g');
const BEFORE = new RegExp(String.raw`${CLOCK}(?:\s*[-+]\s*[^,;()<>=]+)?\s*(?:<=|>=|<|>)(?!\()`, 'g');

const comparisonsIn = (text: string): string[] =>
  [...text.matchAll(BEHIND), ...text.matchAll(BEFORE)].map(([found]) => found);

describe('the clock that goes on within a statement', () => {
  // No index is looked up by it: each row is read, and compared by itself.
  it('is compared with nothing: statement_timestamp() is', () => {
    const files = filesBelow(join(PROJECT, 'libs')).map((file) => join('libs', file));
    const sources = files.filter((file) => /\.(sql|ts)$/.test(file) && !/\/migrations\/|spec\.ts$/.test(file));
    expect(sources.filter((file) => file.endsWith('.sql')).length).toBeGreaterThan(100);
    const found = sources.flatMap((file) => comparisonsIn(textOf(file)).map((clock) => `${file}: ${clock}`));
    expect(found).toEqual([]);
  });

  it.each<[string, number]>([
    ['where next_at <= clock_timestamp()', 1],
    ['where r.lease_until < (clock_timestamp())', 1],
    ["where clock_timestamp() - interval '1 s' > r.seen_at", 1],
    ['where s.retry_at <= floor(extract(epoch from clock_timestamp()) * 1000)::bigint', 1],
    ['where d.until > ${NOW_MS} and d.since <= ${NOW_MS} + 5', 2],
    ['where next_at <= statement_timestamp()', 0],
    ['set lease_until = clock_timestamp() + lease', 0],
    ['declare now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);', 0],
    ['const age = (now: string) => `${NOW_MS} - at`', 0],
  ])('is found in: %s', (text, times) => {
    expect(comparisonsIn(text)).toHaveLength(times);
  });
});
