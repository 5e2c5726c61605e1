import type { Client } from '@elastic/elasticsearch';
import { searchFailure } from '../client/elastic-client';
import type { IndexNames } from '../mapping/index-name';
import type { VersionedDocument, VersionedNode } from '../write/bulk-operation';
import type { ElasticIndex } from '../write/elastic-index';
import { fingerprintOf } from '../write/index-source';

const BLOCK = 500;

export interface CheckReport {
  /** Documents of the catalog, and of the index as it was. */
  readonly documents: number;
  readonly indexed: number;
  /** Not there, or not as in the catalog. */
  readonly missing: number;
  readonly different: number;
  /** There, though not in the catalog. */
  readonly surplus: number;
  /** Of these, those that stay as they are: the index holds a later version, of a write that came meanwhile or of another database. */
  readonly late: number;
}

type Difference =
  | { readonly kind: 'missing' | 'different'; readonly document: VersionedDocument }
  | { readonly kind: 'surplus'; readonly node: VersionedNode };

interface Counts {
  documents: number;
  indexed: number;
}

/** Two sequences by node, side by side. */
async function* differences(
  source: AsyncIterable<VersionedDocument>,
  states: AsyncIterator<IndexedState>,
  counts: Counts,
): AsyncGenerator<Difference> {
  const read = async (): Promise<IndexedState | undefined> => {
    const { value, done } = await states.next();
    if (done) return undefined;
    counts.indexed += 1;
    return value;
  };
  const surplus = ({ node, version }: IndexedState): Difference => ({
    kind: 'surplus',
    node: { node, version: version + 1 },
  });
  let state = await read();
  for await (const document of source) {
    counts.documents += 1;
    for (; state && BigInt(state.node) < BigInt(document.node); state = await read()) yield surplus(state);
    const isSame = state?.node === document.node;
    if (!isSame) yield { kind: 'missing', document };
    else if (state?.fingerprint !== fingerprintOf(document)) yield { kind: 'different', document };
    if (isSame) state = await read();
  }
  for (; state; state = await read()) yield surplus(state);
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
  async check(source: AsyncIterable<VersionedDocument>): Promise<CheckReport> {
    const counts = { documents: 0, indexed: 0 };
    const found = { missing: 0, different: 0, surplus: 0, late: 0 };
    const states = indexedStates(this.client, this.names);
    try {
      let block: Difference[] = [];
      for await (const difference of differences(source, states, counts)) {
        found[difference.kind] += 1;
        block.push(difference);
        if (block.length < BLOCK) continue;
        found.late += await this.mend(block);
        block = [];
      }
      found.late += await this.mend(block);
      return { ...counts, ...found };
    } catch (error) {
      throw searchFailure(error);
    } finally {
      await states.return(undefined);
    }
  }

  private async mend(block: readonly Difference[]): Promise<number> {
    const documents = block.flatMap((each) => (each.kind === 'surplus' ? [] : [each.document]));
    const nodes = block.flatMap((each) => (each.kind === 'surplus' ? [each.node] : []));
    const written = await this.index.write(documents);
    const removed = await this.index.remove(nodes);
    return written.late + removed.late;
  }
}

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
