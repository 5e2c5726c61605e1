import type { Client } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { searchUnavailable } from '../client/circuit-breaker';
import { searchFailure } from '../client/elastic-client';
import type { IndexNames } from '../mapping/index-name';
import { blocksOf, removing, writing } from './bulk-operation';
import type { BulkOperation, VersionedDocument, VersionedNode, WriteOptions, WriteReport } from './bulk-operation';
import { BulkSender } from './bulk-sender';
import type { Fate } from './bulk-sender';
import { trimmedPaths } from './index-source';

/** A bulk: large enough to be worth its way, small enough to be retried. */
const MOST_OPERATIONS = 500;
const MOST_BYTES = 5 * 1024 * 1024;

const NOTHING: WriteReport = { written: 0, late: 0, refused: [] };

const together = (one: WriteReport, other: WriteReport): WriteReport => ({
  written: one.written + other.written,
  late: one.late + other.late,
  refused: [...one.refused, ...other.refused],
});

function reportOf(operations: readonly BulkOperation[], fates: readonly Fate[]): WriteReport {
  const refused = operations.flatMap(({ node }, at) => {
    const fate = fates[at];
    return typeof fate === 'object' ? [{ node, reason: fate.reason }] : [];
  });
  return {
    written: fates.filter((fate) => fate === 'written').length,
    late: fates.filter((fate) => fate === 'late').length,
    refused,
  };
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

  /** @throws {AppError} SERVICE_UNAVAILABLE: then all may be written again */
  async write(documents: readonly VersionedDocument[], options: WriteOptions = {}): Promise<WriteReport> {
    for (const document of documents) this.noteTrimmed(document);
    return this.send(documents.map(writing), options);
  }

  /** @param nodes with a version over that of their last document. @throws {AppError} SERVICE_UNAVAILABLE */
  async remove(nodes: readonly VersionedNode[], options: WriteOptions = {}): Promise<WriteReport> {
    return this.send(nodes.map(removing), options);
  }

  private async send(operations: readonly BulkOperation[], { visible = false }: WriteOptions): Promise<WriteReport> {
    let report = NOTHING;
    for (const block of blocksOf(operations, MOST_OPERATIONS, MOST_BYTES)) {
      report = together(report, await this.sendBlock(block, visible));
    }
    for (const { node, reason } of report.refused) this.log.error(`search: node ${node} cannot be indexed: ${reason}`);
    return report;
  }

  /**
   * Whether something is being built is looked up before each block. What is built from then on reads the catalog anew, and so
   * holds what is written here; what is swapped in meanwhile gets it by its new name.
   */
  private async sendBlock(block: readonly BulkOperation[], visible: boolean): Promise<WriteReport> {
    if (await this.isBuilding()) {
      const fates = await this.sender.send(this.names.next, block, false);
      const refused = block.filter((_, at) => typeof fates[at] === 'object');
      if (refused.length > 0)
        this.log.warn(`search: ${refused.length} documents do not fit the index that is being built`);
    }
    const fates = await this.sender.send(this.names.main, block, visible);
    if (fates.includes('missing')) throw searchUnavailable(new Error(`there is no index behind ${this.names.main}`));
    return reportOf(block, fates);
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
