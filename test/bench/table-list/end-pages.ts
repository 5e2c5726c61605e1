import { median } from '../measure/quantile';
import type { BenchApi } from '../stack/bench-api';
import { PageReader } from './page-reader';

const LONG_PAGE = 1_000;

/** The first page of a list and the last one, full ones both. Medians in ms. */
export interface EndPages {
  readonly limit: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly ratio: number;
}

/** Reads both in turn, so often. */
export async function endPages(api: BenchApi, limit: number, times: number): Promise<EndPages> {
  const reader = await PageReader.open(api.port, api.client.token);
  try {
    const after = await beforeTheLast(reader, limit);
    const first: number[] = [];
    const last: number[] = [];
    for (let i = 0; i < times; i++) {
      first.push((await reader.page({ limit: String(limit) })).ms);
      last.push((await reader.page({ limit: String(limit), after })).ms);
    }
    const [firstMs, lastMs] = [median(first), median(last)];
    return { limit, firstMs, lastMs, ratio: lastMs / firstMs };
  } finally {
    reader.close();
  }
}

/** The cursor behind which one page of `limit` is left: the limit may change on the way. */
async function beforeTheLast(reader: PageReader, limit: number): Promise<string> {
  let cursor: string | undefined;
  for (let left = Infinity; left > limit;) {
    const take = left === Infinity ? LONG_PAGE : Math.min(LONG_PAGE, left - limit);
    const page = await reader.page({ limit: String(take), ...(cursor === undefined ? {} : { after: cursor }) });
    left = (left === Infinity ? page.total : left) - take;
    if (page.after === undefined) break;
    cursor = page.after;
  }
  if (cursor === undefined) throw new Error(`The list has no second page of ${limit}`);
  return cursor;
}
