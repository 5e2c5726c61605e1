import { createHash, randomBytes } from 'node:crypto';
import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { Logger } from '@nestjs/common';
import { searchFailure } from '../client/server-faults';
import { ANALYSIS } from '../mapping/analysis-settings';
import { copiesOf, MAPPING, REFRESH_INTERVAL, settingsOf, type IndexLayout } from '../mapping/index-mapping';
import type { IndexNames } from '../mapping/index-name';

/** Before any other template that would match. */
const PRIORITY = 500;

/**
 * created: there was none, it is empty now and has to be filled; outdated: it was made with another mapping than this release has
 * and has to be built anew.
 */
type IndexState = 'created' | 'outdated' | 'current';

const isMadeAlready = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.message.includes('resource_already_exists_exception');

/** Templates, the index and its aliases. May be called by several processes at once. */
export class ElasticSetup {
  private readonly log = new Logger('Search');

  constructor(
    private readonly client: Client,
    private readonly names: IndexNames,
    private readonly layout: IndexLayout = {},
  ) {}

  /**
   * Makes what is not there.
   * @param beforeFirst asks for all documents, before there is an index: a crash in between then requests too many
   * documents, not too few
   * @throws {AppError} SERVICE_UNAVAILABLE
   */
  async ensure(beforeFirst?: () => Promise<void>): Promise<IndexState> {
    try {
      await this.putTemplates();
      const isThere = await this.hasMain();
      if (!isThere) await beforeFirst?.();
      if (!isThere && (await this.createFirst())) return 'created';
      await this.applyLayout();
      return (await this.isOfThisForm()) ? 'current' : 'outdated';
    } catch (error) {
      throw searchFailure(error);
    }
  }

  /** A new index for what is to be built, reachable by the alias `next`. What was left of an earlier try goes. */
  async createNext(): Promise<string> {
    await this.dropNext();
    await this.putTemplates();
    const index = this.names.fresh(new Date(), randomBytes(3).toString('hex'));
    await this.client.indices.create({
      index,
      aliases: { [this.names.next]: {} },
      // Nothing searches it yet.
      settings: { refresh_interval: -1 } as estypes.IndicesIndexSettings,
    });
    return index;
  }

  /** Replaces the searched index by a built one, at once for all aliases; the old one goes. */
  async swapIn(index: string): Promise<void> {
    const { main, next } = this.names;
    await this.client.indices.putSettings({
      index,
      settings: { refresh_interval: REFRESH_INTERVAL },
    });
    await this.client.indices.refresh({ index }, { requestTimeout: 60_000 });
    const old = await this.indicesOf(main);
    await this.client.indices.updateAliases({
      actions: [
        ...old.map((each) => ({ remove_index: { index: each } })),
        { remove: { index, alias: next } },
        ...Object.entries(this.mainAliases()).map(([alias, more]) => ({ add: { index, alias, ...more } })),
      ],
    });
  }

  async dropNext(): Promise<void> {
    for (const index of await this.indicesOf(this.names.next)) await this.client.indices.delete({ index });
  }

  /** One filtered alias per type beside the one that is searched: scores come from all types together, and so do totals. */
  private mainAliases(): Record<string, estypes.IndicesAlias> {
    const byType = this.names.typeAliases().map(({ alias, type }) => [alias, { filter: { term: { type } } }] as const);
    return Object.fromEntries([[this.names.main, {}], ...byType]);
  }

  private hasMain(): Promise<boolean> {
    return this.client.indices.existsAlias({ name: this.names.main });
  }

  /** Gives the index that is there the copies that the settings name, if they do. Its shards stay as they were made. */
  private async applyLayout(): Promise<void> {
    const { shards, replicas } = this.layout;
    if (shards === undefined && replicas === undefined) return;
    const index = this.names.main;
    const [found] = Object.values(await this.client.indices.getSettings({ index }));
    const { number_of_shards: made, ...copies } = found?.settings?.index ?? {};
    if (shards !== undefined && Number(made) !== shards) {
      const remedy = 'npm run admin -- search rebuild makes it anew';
      this.log.warn(`the search index has ${made} shards, and ELASTICSEARCH_SHARDS is ${shards}: ${remedy}`);
    }
    const isCopied = copies.auto_expand_replicas === 'false' && Number(copies.number_of_replicas) === replicas;
    if (replicas === undefined || isCopied) return;
    await this.client.indices.putSettings({ index, settings: copiesOf(this.layout) });
  }

  private async isOfThisForm(): Promise<boolean> {
    const mappings = Object.values(await this.client.indices.getMapping({ index: this.names.main }));
    return mappings.every(({ mappings: { _meta } }) => _meta?.['form'] === INDEX_FORM);
  }

  /** By a fixed name: of two processes one makes it. */
  private async createFirst(): Promise<boolean> {
    try {
      await this.client.indices.create({ index: this.names.first, aliases: this.mainAliases() });
      return true;
    } catch (error) {
      if (isMadeAlready(error)) return false;
      throw error;
    }
  }

  private async putTemplates(): Promise<void> {
    const { analysisTemplate, template, pattern } = this.names;
    await this.client.cluster.putComponentTemplate({
      name: analysisTemplate,
      template: { settings: settingsOf(this.layout) },
    });
    await this.client.indices.putIndexTemplate({
      name: template,
      index_patterns: [pattern],
      priority: PRIORITY,
      composed_of: [analysisTemplate],
      template: { mappings: { ...MAPPING, _meta: { form: INDEX_FORM } } },
    });
  }

  private async indicesOf(alias: string): Promise<string[]> {
    if (!(await this.client.indices.existsAlias({ name: alias }))) return [];
    return Object.keys(await this.client.indices.getAlias({ name: alias }));
  }
}

/** Changes with the mapping and the analyzers: an index of another form answers otherwise, and has to be built anew. */
export const INDEX_FORM = createHash('sha256')
  .update(JSON.stringify([MAPPING, ANALYSIS]))
  .digest('hex')
  .slice(0, 16);
