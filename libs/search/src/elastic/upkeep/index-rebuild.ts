import type { Client } from '@elastic/elasticsearch';
import { searchFailure } from '../client/elastic-client';
import type { IndexNames } from '../mapping/index-name';
import { blocksOf, writing } from '../write/bulk-operation';
import type { VersionedDocument } from '../write/bulk-operation';
import { BulkSender } from '../write/bulk-sender';
import { ElasticSetup } from './index-setup';

const MOST_OPERATIONS = 500;
const MOST_BYTES = 5 * 1024 * 1024;

export interface RebuildReport {
  readonly index: string;
  /** Documents of the source that are in the new index. */
  readonly documents: number;
  readonly refused: readonly { readonly node: string; readonly reason: string }[];
}

/** Some of an iterable at a time. */
export async function* inPages<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Builds a new index beside the one that is searched, and swaps it in. Searches and writes go on. */
export class ElasticRebuild {
  private readonly setup: ElasticSetup;
  private readonly sender: BulkSender;
  private readonly next: string;

  constructor(client: Client, names: IndexNames) {
    this.setup = new ElasticSetup(client, names);
    this.sender = new BulkSender(client);
    this.next = names.next;
  }

  /**
   * One rebuild at a time: who calls holds a lock, since a second one would take away what the first is building.
   *
   * @param source every document, read after this call began; in any order
   * @throws {AppError} SERVICE_UNAVAILABLE: the index that is searched is then as it was
   */
  async rebuild(source: AsyncIterable<VersionedDocument>): Promise<RebuildReport> {
    try {
      const index = await this.setup.createNext();
      const filled = await this.fill(source);
      await this.setup.swapIn(index);
      return { index, ...filled };
    } catch (error) {
      // A leftover index does no harm; the next rebuild removes it.
      await this.setup.dropNext().catch(() => undefined);
      throw searchFailure(error);
    }
  }

  private async fill(source: AsyncIterable<VersionedDocument>): Promise<Omit<RebuildReport, 'index'>> {
    let documents = 0;
    const refused: { node: string; reason: string }[] = [];
    for await (const page of inPages(source, MOST_OPERATIONS)) {
      for (const block of blocksOf(page.map(writing), MOST_OPERATIONS, MOST_BYTES)) {
        const fates = await this.sender.send(this.next, block, false);
        if (fates.includes('missing')) throw new Error('search: the index that was being built is gone');
        fates.forEach((fate, at) => {
          if (typeof fate === 'object') refused.push({ node: block[at]?.node ?? '', reason: fate.reason });
          else documents += 1;
        });
      }
    }
    return { documents, refused };
  }
}
