import type { Client } from '@elastic/elasticsearch';
import { searchFailure } from '../client/elastic-failure';
import type { IndexNames } from '../mapping/index-name';
import type { ElasticIndex } from '../write/elastic-index';
import { fingerprintOf } from '../write/index-source';
import type { VersionedDocument, VersionedNode } from '../write/versioned-document';
import { indexedStates } from './indexed-state';
import type { IndexedState } from './indexed-state';

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
