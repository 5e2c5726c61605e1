import { entityTypes, EntityWriter } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ClaimedDataRun } from '../../runs/work/data-runner';
import { CRAWLER, CrawlRepository } from './crawl.repository';

/** The id of an actor that no user is behind: in a dry run, before the first crawl. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The user that crawls write as: a bot without a token. It is made by the first crawl. */
@Injectable()
export class Crawler {
  constructor(
    private readonly repository: CrawlRepository,
    private readonly writer: EntityWriter,
  ) {}

  /**
   * The actor of a run; the user who asked for it stands in the audit beside what it writes. @param isDryRun whether nothing is written,
   * the user neither @param route what the audit says of where its writes come from
   */
  async actor({ id: run, requestedBy }: ClaimedDataRun, isDryRun: boolean, route = 'crawl'): Promise<Actor> {
    const [id, asker] = await Promise.all([this.repository.userId(CRAWLER), this.repository.userId(requestedBy)]);
    if (id === undefined && !isDryRun) await this.make();
    const known = id ?? (isDryRun ? undefined : await this.repository.userId(CRAWLER));
    return {
      ...{ name: CRAWLER, id: known ?? NOBODY, isAdmin: true, isBot: true, ownerIds: new Set<string>(), rules: [] },
      origin: { requestId: run, address: '', route, ...(asker !== undefined && { userId: asker }) },
    };
  }

  private async make(): Promise<void> {
    const maker: Actor = { name: CRAWLER, id: NOBODY, isAdmin: true, isBot: true, ownerIds: new Set(), rules: [] };
    const body = {
      name: CRAWLER,
      email: `${CRAWLER}@metadata-catalog.invalid`,
      isBot: true,
      displayName: 'Data crawler',
      description: 'Brings tables of sources into the catalog. It has no token, and needs none.',
    };
    try {
      await this.writer.create(maker, entityTypes.get('user'), body);
    } catch (error) {
      // Another worker was faster, or an administrator has deleted it.
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    }
  }
}
