import { query, type Database } from '@app/database';
import { PostgresSearchIndex, type IndexedDocument } from '@app/search';
import { median } from '../measure/quantile';
import { documents } from './dataset';
import { statementsOf, type SentStatement } from '../../support/recording-client';

export interface WriteResult {
  readonly block: number;
  /** Documents a second, medians over the blocks. */
  readonly product: number;
  readonly floor: number;
  /** product ÷ floor of each pair. */
  readonly ratios: readonly number[];
  /** One document in a transaction of its own, in ms. */
  readonly singleMs: number;
}

const BLOCK = 200;
const SINGLES = 50;

/**
 * Documents written anew, in blocks; the floor sends rows that were made before by one statement. Both find their pages in
 * memory; the product meets words that it has not seen before.
 */
export async function measureWrites(database: Database, count: number, pairs: number): Promise<WriteResult> {
  const index = new PostgresSearchIndex();
  const all = [...documents(Math.min(count, BLOCK * pairs * 2))];
  const [product, floor]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair++) {
    const [ours, theirs] = [0, 1].map((half) =>
      all.slice((2 * pair + half) * BLOCK, (2 * pair + half + 1) * BLOCK),
    ) as [IndexedDocument[], IndexedDocument[]];
    await rowsOf(database, ours);
    const rows = await rowsOf(database, theirs);
    floor.push(await perSecond(theirs.length, () => database.transaction((tx) => query(tx, rows, rows.values))));
    product.push(await perSecond(ours.length, () => database.transaction((tx) => index.write(tx, ours))));
  }
  const singles: number[] = [];
  for (const document of all.slice(0, SINGLES)) {
    singles.push(1_000 / (await perSecond(1, () => database.transaction((tx) => index.write(tx, [document])))));
  }
  return {
    block: BLOCK,
    product: median(product),
    floor: median(floor),
    ratios: product.map((each, at) => each / (floor[at] as number)),
    singleMs: median(singles),
  };
}

/** Writes them; gives the statement with the rows of all of them at once. */
async function rowsOf(database: Database, of: readonly IndexedDocument[]): Promise<SentStatement & { name: string }> {
  const index = new PostgresSearchIndex();
  const write = (): Promise<void> => database.transaction((tx) => index.write(tx, of));
  const sent = await statementsOf(write, ({ text }) => /search_put_rows\(/.test(text));
  const rows = sent.flatMap(({ values: [json] }) => JSON.parse(String(json)) as unknown[]);
  const [first] = sent;
  if (!first || rows.length !== of.length)
    throw new Error(`A write of ${of.length} documents sent ${rows.length} rows`);
  return { ...first, name: 'bench_rows', values: [JSON.stringify(rows)] };
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1_000);
}
