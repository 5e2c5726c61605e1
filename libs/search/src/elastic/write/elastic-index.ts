import type { Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { searchUnavailable } from '../client/circuit-breaker';
import { searchFailure } from '../client/server-faults';
import type { IndexNames } from '../mapping/index-name';
import {
  blocksOf,
  removing,
  writing,
  type BulkOperation,
  type VersionedDocument,
  type VersionedNode,
} from './bulk-operation';
import { BulkSender, type Fate } from './bulk-sender';
import { trimmedPaths } from './index-source';

interface WriteOptions {
  /** Come back only when searches find it. */
  readonly visible?: boolean;
}

/**
 * Writes documents into the index, and into the one that is being built beside it, if there is one. Writes may be repeated, come
 * late or out of order: the greatest version of a node stands in the end.
 */
export class ElasticIndex {
  private readonly log = new Logger(ElasticIndex.name);
  private readonly sender: BulkSender;

  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
  ) {
    this.sender = new BulkSender(client);
  }

  /** @returns what became of each. @throws {AppError} SERVICE_UNAVAILABLE: then all may be written again */
  write(documents: readonly VersionedDocument[], options?: WriteOptions): Promise<Fate[]> {
    for (const document of documents) this.noteTrimmed(document);
    return this.send(documents.map(writing), options);
  }

  /** @param nodes with a version over that of their last document. @throws {AppError} SERVICE_UNAVAILABLE */
  remove(nodes: readonly VersionedNode[], options?: WriteOptions): Promise<Fate[]> {
    return this.send(nodes.map(removing), options);
  }

  private async send(operations: readonly BulkOperation[], { visible = false }: WriteOptions = {}): Promise<Fate[]> {
    const fates: Fate[] = [];
    for await (const block of blocksOf(operations)) fates.push(...(await this.sendBlock(block, visible)));
    return fates;
  }

  /**
   * Whether something is being built is looked up before each block. What is built from then on reads the catalog anew, and so
   * contains what is written here; an index that is swapped in meanwhile gets it by its new name.
   */
  private async sendBlock(block: readonly BulkOperation[], visible: boolean): Promise<Fate[]> {
    if (await this.isBuilding()) await this.sender.send(this.names.next, block, false);
    const fates = await this.sender.send(this.names.main, block, visible);
    if (fates.includes('missing')) throw searchUnavailable(new Error(`there is no index behind ${this.names.main}`));
    return fates;
  }

  private async isBuilding(): Promise<boolean> {
    try {
      return await this.client.indices.existsAlias({ name: this.names.next }, { requestTimeout: 5_000 });
    } catch (error) {
      throw searchFailure(error);
    }
  }

  private noteTrimmed(document: VersionedDocument): void {
    const paths = trimmedPaths(document);
    if (paths.length === 0) return;
    const name = document.document.fullyQualifiedName;
    this.log.warn(`search: of ${name} not every element of ${paths.join(', ')} is looked at by nested queries`);
  }
}
