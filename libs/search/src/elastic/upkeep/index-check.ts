import type { Client } from '@elastic/elasticsearch';
import type { IndexReport } from '../../backend/search-backend';
import { searchFailure } from '../client/server-faults';
import type { IndexNames } from '../mapping/index-name';
import type { VersionedDocument, VersionedNode } from '../write/bulk-operation';
import type { ElasticIndex } from '../write/elastic-index';
import { fingerprintOf } from '../write/index-source';

const BLOCK = 500;

type Difference =
  | { readonly kind: 'same' | 'missing' | 'different'; readonly document: VersionedDocument }
  | { readonly kind: 'surplus'; readonly node: VersionedNode };

/** Two sequences by node, side by side. */
async function* differences(
  source: AsyncIterable<VersionedDocument>,
  states: AsyncIterator<IndexedState, undefined>,
): AsyncGenerator<Difference> {
  const surplus = ({ node, version }: IndexedState): Difference => ({
    kind: 'surplus',
    node: { node, version: version + 1 },
  });
  let { value: state } = await states.next();
  for await (const document of source) {
    for (; state && BigInt(state.node) < BigInt(document.node); { value: state } = await states.next())
      yield surplus(state);
    if (state?.node !== document.node) yield { kind: 'missing', document };
    else {
      yield { kind: state.fingerprint === fingerprintOf(document) ? 'same' : 'different', document };
      ({ value: state } = await states.next());
    }
  }
  for (; state; { value: state } = await states.next()) yield surplus(state);
}

/** Compares the index with the catalog, document by document, and mends what differs. */
export class ElasticCheck {
  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    private readonly index: ElasticIndex,
  ) {}

  /**
   * @param source every document in the order of its node, read after this call began
   * @throws {AppError} SERVICE_UNAVAILABLE
   */
  async check(source: AsyncIterable<VersionedDocument>): Promise<IndexReport> {
    const found = { same: 0, missing: 0, different: 0, surplus: 0 };
    const states = indexedStates(this.client, this.names);
    try {
      let block: Difference[] = [];
      for await (const difference of differences(source, states)) {
        found[difference.kind] += 1;
        if (difference.kind !== 'same') block.push(difference);
        if (block.length < BLOCK) continue;
        await this.mend(block);
        block = [];
      }
      await this.mend(block);
      const { same, missing, different, surplus } = found;
      return { documents: same + missing + different, missing, different, surplus };
    } catch (error) {
      throw searchFailure(error);
    } finally {
      await states.return(undefined);
    }
  }

  /** Writes and removes documents; one that was written later than it was read here stays: the greater version stands. */
  private async mend(block: readonly Difference[]): Promise<void> {
    await this.index.write(block.flatMap((each) => (each.kind === 'surplus' ? [] : [each.document])));
    await this.index.remove(block.flatMap((each) => (each.kind === 'surplus' ? [each.node] : [])));
  }
}

export interface IndexedState {
  readonly node: string;
  readonly fingerprint: string;
  readonly version: number;
}

const PAGE = 5_000;
const KEEP_ALIVE = '2m';

/** Every document of the index as it was at the first page, by node. */
export async function* indexedStates(client: Client, names: IndexNames): AsyncGenerator<IndexedState, undefined> {
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
