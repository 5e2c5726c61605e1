import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { openElastic } from '../../../../libs/search/src/elastic/client/elastic-client';
import { ElasticEngine } from '../../../../libs/search/src/elastic/elastic-engine';
import { IndexNames } from '../../../../libs/search/src/elastic/mapping/index-name';
import { ElasticCheck } from '../../../../libs/search/src/elastic/upkeep/index-check';
import { ElasticRebuild } from '../../../../libs/search/src/elastic/upkeep/index-rebuild';
import { ElasticSetup } from '../../../../libs/search/src/elastic/upkeep/index-setup';
import type { VersionedDocument } from '../../../../libs/search/src/elastic/write/bulk-operation';
import { ElasticIndex } from '../../../../libs/search/src/elastic/write/elastic-index';
import { describeUnless } from '../../../support/unless-refused';

export const ELASTICSEARCH = process.env.TEST_ELASTICSEARCH_URL;
const SHARDS = process.env.TEST_ELASTICSEARCH_SHARDS;
/** How the indices of tests are made. */
const LAYOUT = SHARDS ? { shards: Number(SHARDS) } : {};

/** Tests that need a real Elasticsearch, which may hold anything else beside theirs. */
export const describeElastic = (title: string, body: () => void): void =>
  describeUnless(ELASTICSEARCH ? undefined : 'TEST_ELASTICSEARCH_URL is not set', title, body);

/** An index of the test's own. */
export class ElasticWorld {
  readonly client: Client = openElastic({ url: ELASTICSEARCH ?? 'http://127.0.0.1:1' });
  readonly names = new IndexNames(
    `test_${randomBytes(6).toString('hex')}_`,
    new Map([['topic_search_index', 'topic']]),
  );
  readonly setup = new ElasticSetup(this.client, this.names, LAYOUT);
  readonly index = new ElasticIndex(this.client, this.names);
  readonly check = new ElasticCheck(this.client, this.names, this.index);
  readonly rebuild = new ElasticRebuild(this.client, this.names, LAYOUT);
  // Longer than a request may take: a busy machine takes its time for megabytes.
  readonly engine = new ElasticEngine(this.client, this.names, 60_000, LAYOUT);

  static async open(documents: readonly VersionedDocument[] = []): Promise<ElasticWorld> {
    const world = new ElasticWorld();
    await world.setup.ensure();
    if (documents.length > 0) await world.index.write(documents, { visible: true });
    return world;
  }

  async close(): Promise<void> {
    const { client, names } = this;
    const indices = Object.keys(await client.indices.get({ index: names.pattern, allow_no_indices: true }));
    if (indices.length > 0) await client.indices.delete({ index: indices });
    await client.indices.deleteIndexTemplate({ name: names.template }, { ignore: [404] });
    await client.cluster.deleteComponentTemplate({ name: names.analysisTemplate }, { ignore: [404] });
    await client.close();
  }
}
