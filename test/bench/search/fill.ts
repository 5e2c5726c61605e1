import { Database } from '@app/database';
import { PostgresSearchIndex, refreshStatistics, SEARCH_SETTINGS, type IndexedDocument } from '@app/search';
import { Client } from 'pg';
import { documents } from './dataset';

/** Documents of a transaction while the index is filled. */
const BLOCK = 500;

/**
 * Indexes so many documents that the database has them all, and has them counted: rows first, then the indexes on them, which
 * takes half the time. Gives documents a second; none where all were there.
 */
export async function fill(database: Database, client: Client, count: number): Promise<number | undefined> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from search_row');
  const have = Number(rows[0]?.n);
  if (have >= count) return undefined;
  const start = performance.now();
  const indexes = await withoutIndexes(client);
  const index = new PostgresSearchIndex();
  for (const block of blocks(documents(count), have)) await database.transaction((tx) => index.write(tx, block));
  for (const each of indexes) await client.query(each);
  const perSecond = (count - have) / ((performance.now() - start) / 1_000);
  await client.query('vacuum analyze');
  await refreshStatistics(database);
  return perSecond;
}

/** The settings of a search, for a session of the bench's own. */
export const SEARCH_SESSION = Object.entries(SEARCH_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** As `fill`, on connections of its own. */
export async function fillAt(url: string, count: number): Promise<void> {
  const database = await Database.connect({ url, poolSize: 4 });
  const client = new Client({ connectionString: url, options: SEARCH_SESSION });
  try {
    await client.connect();
    await fill(database, client, count);
  } finally {
    await client.end();
    await database.close();
  }
}

/** The inverted indexes of the rows, dropped; how to make them again. */
async function withoutIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'search_row' and indexdef like '%USING gin%'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

function* blocks(all: Iterable<IndexedDocument>, skipped: number): Generator<IndexedDocument[]> {
  let block: IndexedDocument[] = [];
  let at = 0;
  for (const each of all) {
    if (at++ < skipped) continue;
    block.push(each);
    if (block.length < BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
