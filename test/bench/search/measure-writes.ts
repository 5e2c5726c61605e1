import { query, type Database, type Transaction } from '@app/database';
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
 * Documents written anew, in blocks; the floor sends the statements with rows that were made before. Both find their pages in
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
    floor.push(await perSecond(theirs.length, () => database.transaction((tx) => send(tx, rows))));
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

/** Writes them; gives the statements that did. */
async function rowsOf(database: Database, of: readonly IndexedDocument[]): Promise<readonly SentStatement[]> {
  const index = new PostgresSearchIndex();
  const write = (): Promise<void> => database.transaction((tx) => index.write(tx, of));
  const sent = await statementsOf(write, ({ text }) => /search_put_documents\(/.test(text));
  if (sent.length === 0) throw new Error(`A write of ${of.length} documents sent no rows`);
  return sent;
}

async function send(tx: Transaction, statements: readonly SentStatement[]): Promise<void> {
  for (const { text, values } of statements) await query(tx, { name: 'bench_rows', text }, values);
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1_000);
}
