import type { Client } from '@elastic/elasticsearch';
import { Failpoints, notReady, PeriodicTask, READY, type PartState } from '@app/common';
import { query, type Database } from '@app/database';
import { Logger } from '@nestjs/common';
import { openElastic } from '../elastic/client/elastic-client';
import { greetingFault } from '../elastic/client/server-greeting';
import { ElasticEngine } from '../elastic/elastic-engine';
import type { IndexLayout } from '../elastic/mapping/index-mapping';
import { IndexNames } from '../elastic/mapping/index-name';
import { ElasticCheck } from '../elastic/upkeep/index-check';
import { ElasticRebuild } from '../elastic/upkeep/index-rebuild';
import { ElasticSetup } from '../elastic/upkeep/index-setup';
import type { VersionedDocument } from '../elastic/write/bulk-operation';
import { ElasticIndex } from '../elastic/write/elastic-index';
import { queueAll } from '../backend/dirty-set';
import { catalogDocuments, type DocumentSource } from '../indexing/document-source';
import { OutboxPoller } from '../indexing/outbox-poller';
import { AWAY, INDEXING, SearchBackend, type IndexReport, type SearchSettings } from '../backend/search-backend';

/** A write is found within a second: this, the way to the index, and the time until the index shows it. */
const RELAY_MS = 150;

/** Advisory lock id; any constant unused by other programs. "rebu" in ASCII. */
const REBUILD_LOCK = 0x72656275;

const layoutOf = ({ elasticsearchShards: shards, elasticsearchReplicas: replicas }: SearchSettings): IndexLayout => ({
  ...(shards !== undefined && { shards }),
  ...(replicas !== undefined && { replicas }),
});

/** The index is in Elasticsearch; the dirty set is its outbox. */
export class ElasticBackend extends SearchBackend {
  readonly engine: ElasticEngine;
  private readonly log = new Logger('Search');
  private readonly client: Client;
  private readonly names: IndexNames;
  private readonly layout: IndexLayout;
  private readonly index: ElasticIndex;
  private readonly relay: OutboxPoller;
  protected readonly tasks: readonly PeriodicTask[];
  private isSetUp = false;

  constructor(
    settings: SearchSettings & { readonly elasticsearchUrl: string },
    database: Database,
    private readonly source: DocumentSource,
  ) {
    super(database);
    const { elasticsearchUrl: url, elasticsearchApiKey: apiKey, elasticsearchCaFile: caFile } = settings;
    this.client = openElastic({ url, ...(apiKey && { apiKey }), ...(caFile && { caFile }) });
    this.names = new IndexNames(settings.elasticsearchPrefix ?? '', source.indexes());
    this.layout = layoutOf(settings);
    this.engine = new ElasticEngine(this.client, this.names, settings.searchTimeoutMs, this.layout);
    this.index = new ElasticIndex(this.client, this.names);
    this.relay = new OutboxPoller(database, source, this.index, new Failpoints(settings.failpoints));
    this.tasks = [new PeriodicTask(() => this.round(), { restMs: RELAY_MS, ...INDEXING })];
  }

  async state(): Promise<PartState> {
    if (await this.engine.isReady()) return READY;
    const fault = await greetingFault(this.client);
    return fault === undefined ? AWAY : notReady(fault);
  }

  rebuild(): Promise<number> {
    return this.alone(() => new ElasticRebuild(this.client, this.names, this.layout).rebuild(this.documents()));
  }

  check(): Promise<IndexReport> {
    return new ElasticCheck(this.client, this.names, this.index).check(this.documents());
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  /** The index is made when it is first written: it may be away when the process starts. */
  private async round(): Promise<boolean> {
    if (!this.isSetUp) await this.setUp();
    return this.relay.run();
  }

  private async setUp(): Promise<void> {
    const setup = new ElasticSetup(this.client, this.names, this.layout);
    const state = await setup.ensure(() => this.database.transaction(queueAll));
    if (state === 'outdated') {
      this.log.warn('the search index was made by another release and is built anew');
      await this.rebuild();
    }
    this.isSetUp = true;
  }

  private async *documents(): AsyncGenerator<VersionedDocument> {
    for await (const { documents, version } of catalogDocuments(this.database, this.source))
      for (const document of documents) yield { ...document, version };
  }

  /** Runs work alone among all processes: a second rebuild would take away what the first is building. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await query(tx, `select pg_advisory_xact_lock($1)`, [REBUILD_LOCK]);
      return work();
    });
  }
}
