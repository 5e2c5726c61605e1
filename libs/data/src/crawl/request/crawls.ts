import type { FoundEntity } from '@app/catalog';
import { conflict, type Actor } from '@app/common';
import { Schedules } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import { DataAccessRepository } from '../../access/data-access.repository';
import { DataAccessService } from '../../access/data-access.service';
import { DataRunService, type DataRunAnswer, type DataRunOptions } from '../../runs/request/data-run.service';
import type { DataScheduleDocument } from '../../schedules/data-ticks';
import type { CrawlRequest } from '../write/crawl';

export interface AskedCrawl {
  /** Exact names in the source; empty: all. */
  readonly schemas: readonly string[];
  readonly tables: readonly string[];
  readonly dryRun: boolean;
  /** Whether more than half of the tables may be deleted at once. */
  readonly confirmDeletions: boolean;
}

const KIND = 'crawl';

/** Asks for crawls, and says when they come by themselves. A service is named by id or FQN. */
@Injectable()
export class Crawls {
  constructor(
    private readonly accesses: DataAccessService,
    private readonly stored: DataAccessRepository,
    private readonly runs: DataRunService,
    private readonly schedules: Schedules,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT where the service is not read, or not crawled */
  async ask(actor: Actor, service: string, asked: AskedCrawl, options: DataRunOptions): Promise<DataRunAnswer> {
    const found = await this.find(actor, service);
    const access = await this.stored.of(found.node);
    if (access && !access.document.crawl.enabled)
      throw conflict(`Service ${found.fqn} is not crawled: crawl.enabled of its data access is false`);
    // One that writes nothing says what is so now, and for its own request alone.
    return this.runs.request(
      actor,
      { kind: KIND, request: requestOf(asked), service: found, joins: !asked.dryRun },
      options,
    );
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async schedule(actor: Actor, service: string): Promise<DataScheduleDocument> {
    return this.schedules.get({ target: await this.accesses.find(actor, service, 'ViewBasic'), kind: KIND });
  }

  /** @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN */
  async putSchedule(
    actor: Actor,
    service: string,
    schedule: DataScheduleDocument,
  ): Promise<{ readonly schedule: DataScheduleDocument; readonly isNew: boolean }> {
    return this.schedules.put(actor, { target: await this.find(actor, service), kind: KIND }, schedule);
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async removeSchedule(actor: Actor, service: string): Promise<void> {
    await this.schedules.remove(actor, { target: await this.find(actor, service), kind: KIND });
  }

  private find(actor: Actor, service: string): Promise<FoundEntity> {
    return this.accesses.find(actor, service, 'CrawlData');
  }
}

function requestOf({ schemas, tables, dryRun, confirmDeletions }: AskedCrawl): CrawlRequest {
  return {
    ...(schemas.length && { schemas }),
    ...(tables.length && { tables }),
    ...(dryRun && { dryRun }),
    ...(confirmDeletions && { confirmDeletions: 'confirmed' }),
  };
}
