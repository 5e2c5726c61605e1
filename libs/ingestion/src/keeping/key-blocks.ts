/** Sorts before every key. */
const FIRST_KEY = '00000000-0000-0000-0000-000000000000';

/**
 * All rows by their keys, in blocks.
 *
 * @param read the rows behind a key, at most as many as a block has
 */
export async function* keyBlocks<Row extends { readonly key: string }>(
  read: (after: string, most: number) => Promise<readonly Row[]>,
  most: number,
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let after = FIRST_KEY; ;) {
    const rows = await read(after, most);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < most) return;
    after = last.key;
  }
}
