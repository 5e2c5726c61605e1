import type { Client } from '@elastic/elasticsearch';
import { searchFailure } from '../client/server-faults';
import type { IndexLayout } from '../mapping/index-mapping';
import type { IndexNames } from '../mapping/index-name';
import { blocksOf, writing, type BulkOperation, type VersionedDocument } from '../write/bulk-operation';
import { BulkSender } from '../write/bulk-sender';
import { ElasticSetup } from './index-setup';

/** Builds a new index beside the one that is searched, and swaps it in. Searches and writes go on. */
export class ElasticRebuild {
  private readonly setup: ElasticSetup;
  private readonly sender: BulkSender;
  private readonly next: string;

  constructor(client: Client, names: IndexNames, layout: IndexLayout = {}) {
    this.setup = new ElasticSetup(client, names, layout);
    this.sender = new BulkSender(client);
    this.next = names.next;
  }

  /**
   * One rebuild at a time: the caller has a lock, since a second rebuild would remove the index of the first.
   *
   * @param source every document, read after this call began; in any order
   * @returns how many documents the new index has
   * @throws {AppError} SERVICE_UNAVAILABLE: the index that is searched is then as it was
   */
  async rebuild(source: AsyncIterable<VersionedDocument>): Promise<number> {
    try {
      const index = await this.setup.createNext();
      const documents = await this.fill(source);
      await this.setup.swapIn(index);
      return documents;
    } catch (error) {
      // A leftover index does no harm; the next rebuild removes it.
      await this.setup.dropNext().catch(() => undefined);
      throw searchFailure(error);
    }
  }

  private async fill(source: AsyncIterable<VersionedDocument>): Promise<number> {
    let documents = 0;
    for await (const block of blocksOf(allWriting(source))) {
      const fates = await this.sender.send(this.next, block, false);
      if (fates.includes('missing')) throw new Error('search: the index that was being built is gone');
      documents += fates.filter((fate) => typeof fate === 'string').length;
    }
    return documents;
  }
}

async function* allWriting(documents: AsyncIterable<VersionedDocument>): AsyncGenerator<BulkOperation> {
  for await (const document of documents) yield writing(document);
}
