import type { Client } from '@elastic/elasticsearch';
import type { IndexNames } from '../mapping/index-name';

/** What the index says of one document. */
export interface IndexedState {
  readonly node: string;
  readonly fingerprint: string;
  readonly version: number;
}

const PAGE = 5_000;
const KEEP_ALIVE = '2m';

/** Every document of the index as it was at the first page, by node. */
export async function* indexedStates(client: Client, names: IndexNames): AsyncGenerator<IndexedState> {
  await client.indices.refresh({ index: names.main });
  const { id } = await client.openPointInTime({ index: names.main, keep_alive: KEEP_ALIVE });
  try {
    let after: string | undefined;
    do {
      const page = await pageOf(client, id, after);
      yield* page;
      after = page.length === PAGE ? page.at(-1)?.node : undefined;
    } while (after !== undefined);
  } finally {
    await client.closePointInTime({ id });
  }
}

async function pageOf(client: Client, pit: string, after: string | undefined): Promise<IndexedState[]> {
  const answer = await client.search({
    pit: { id: pit, keep_alive: KEEP_ALIVE },
    size: PAGE,
    _source: false,
    version: true,
    track_total_hits: false,
    // As text: a node may be greater than what a double counts.
    docvalue_fields: ['fingerprint'],
    sort: [{ node: 'asc' }],
    ...(after !== undefined && { search_after: [after] }),
  });
  return answer.hits.hits.map(({ _id, _version, fields }) => ({
    node: _id as string,
    version: _version as number,
    fingerprint: String((fields as { fingerprint: readonly unknown[] }).fingerprint[0]),
  }));
}
