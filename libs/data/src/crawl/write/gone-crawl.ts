import { AppError } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { CrawlPatterns } from '../filter/select-tables';
import { coversSchema, coversTable, type CrawlScope } from '../plan/coverage';
import { areTooMany, isDeletable, timesMissed, type DeletionRules } from '../plan/deletions';
import { possibleRenames, type PossibleRename, type TableTraits } from '../plan/renames';
import { CrawlRepository, type SeenEntity } from '../state/crawl.repository';
import { requireGoingOn, type Crawl } from './crawl';
import { CrawlWriter } from './crawl-writer';

/** All that a crawl has listed. */
export interface CrawlEnd {
  readonly scope: CrawlScope;
  readonly patterns: CrawlPatterns;
  /** FQNs of what is in the source, whether it was brought into the catalog or left out. */
  readonly present: ReadonlySet<string>;
  /** FQNs of those that were left out. */
  readonly leftOut: ReadonlySet<string>;
  /** Tables that are new in the catalog. */
  readonly made: readonly TableTraits[];
}

/** The entities that crawls saw before, and this one should have seen. */
interface Missing {
  readonly gone: readonly SeenEntity[];
  /** The number of entities in the catalog, gone or not. */
  readonly covered: number;
}

/** Deletes what is gone from the source: what a crawl has seen before, and crawls in a row did not see in a complete listing. */
@Injectable()
export class GoneCrawl {
  constructor(
    private readonly database: Database,
    private readonly repository: CrawlRepository,
    private readonly writer: CrawlWriter,
  ) {}

  async end(crawl: Crawl, end: CrawlEnd): Promise<void> {
    const { report, context, service } = crawl;
    const rules: DeletionRules = {
      deleteAfter: crawl.rules.deleteAfter,
      isConfirmed: crawl.request.confirmDeletions !== undefined,
      run: context.run.id,
    };
    const { gone, covered } = await this.missing(crawl, 'table', end, (table) => coversTable(end.scope, table));
    const renames = this.tellRenames(crawl, gone, end.made);
    const isGuarded = areTooMany(gone.length, covered, rules);
    if (isGuarded) {
      const message = `${gone.length} of ${covered} tables are gone at once: nothing is deleted; crawl with confirmDeletions where that is meant`;
      report.note({ code: 'tooManyGone', message });
    }
    const deleted = await this.missAndDelete(crawl, 'table', gone, isGuarded ? undefined : rules, renames);
    const earlier = report.isDryRun || context.run.attempts < 2;
    report.set('deleted', earlier ? deleted : await this.repository.deletedSince(service.node, context.run.startedAt));
    if (isGuarded || end.scope.tables) return;
    const schemas = await this.missing(crawl, 'databaseSchema', end, (schema) => coversSchema(end.scope, schema));
    await this.missAndDelete(crawl, 'databaseSchema', schemas.gone, rules);
    if (end.scope.schemas || !end.scope.hasAllDatabases) return;
    const databases = await this.missing(crawl, 'database', end, () => true);
    await this.missAndDelete(crawl, 'database', databases.gone, rules);
  }

  private async missing(
    crawl: Crawl,
    type: string,
    { present, leftOut, patterns }: CrawlEnd,
    isCovered: (entity: SeenEntity) => boolean,
  ): Promise<Missing> {
    const gone: SeenEntity[] = [];
    let covered = 0;
    let last: SeenEntity | undefined;
    for (;;) {
      requireGoingOn(crawl);
      const page = await this.repository.seen(crawl.service.node, type, last);
      last = page.at(-1);
      if (!last) break;
      const within = page.filter((entity) => isCovered(entity) && !leftOut.has(entity.fqn));
      const absent = within.filter(({ fqn }) => !present.has(fqn));
      const passing = await this.passing(crawl, type, absent, patterns);
      covered += within.length - absent.length + passing.length;
      gone.push(...passing);
    }
    return { gone, covered };
  }

  /** The entities that pass the filter: what it would leave out now may well be there. */
  private async passing(
    { filter }: Crawl,
    type: string,
    entities: readonly SeenEntity[],
    patterns: CrawlPatterns,
  ): Promise<SeenEntity[]> {
    const databases = await filter.passing(
      entities.map(({ database }) => database),
      patterns.databases,
    );
    const schemas = await filter.passing(
      entities.map(({ schema }) => schema),
      patterns.schemas,
    );
    const tables = await filter.passing(
      entities.map(({ name }) => name),
      patterns.tables,
    );
    return entities.filter(
      ({ database, schema, name }) =>
        databases.has(database) &&
        (type === 'database' || schemas.has(schema)) &&
        (type !== 'table' || tables.has(name)),
    );
  }

  /**
   * Counts that they were not seen, then deletes those that were missed often enough.
   * @param rules undefined: nothing is deleted @param renames what they may have been renamed to
   * @returns how many are deleted
   */
  private async missAndDelete(
    crawl: Crawl,
    type: string,
    gone: readonly SeenEntity[],
    rules: DeletionRules | undefined,
    renames: readonly PossibleRename[] = [],
  ): Promise<number> {
    const { report, context } = crawl;
    if (!report.isDryRun && gone.length)
      await this.database.transaction(async (tx) => {
        await context.fence(tx);
        await this.repository.miss(
          tx,
          context.run.id,
          gone.map(({ node }) => node),
        );
        await this.repository.noteRenames(tx, crawl.service.node, renames);
      });
    let deleted = 0;
    for (const entity of gone) {
      if (!rules || !isDeletable(entity, rules)) continue;
      requireGoingOn(crawl);
      if (!report.isDryRun && !(await this.remove(crawl, type, entity))) continue;
      deleted++;
      if (type === 'table') report.change(entity.fqn, 'deleted', [], { id: entity.id, type });
    }
    return deleted;
  }

  /** A schema or database goes last, and only where nothing lies in it any more: tables that people have drafted there are none of the source's. */
  private async remove(crawl: Crawl, type: string, entity: SeenEntity): Promise<boolean> {
    const { id, fqn } = entity;
    try {
      await this.writer.remove(crawl, type, entity);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isExpected = error.code === 'NOT_FOUND' || (type !== 'table' && error.code === 'BAD_REQUEST');
      if (!isExpected)
        crawl.report.fault({ code: 'notDeleted', subject: fqn, message: error.message, about: { id, type } });
      return false;
    }
  }

  private tellRenames(
    { report, context }: Crawl,
    gone: readonly SeenEntity[],
    made: readonly TableTraits[],
  ): PossibleRename[] {
    // It is reported once, by the crawl that misses it first.
    const first = gone.filter((table) => timesMissed(table, context.run.id) === 1);
    const renames = possibleRenames(first, made);
    for (const { from, to } of renames) {
      const message = `${from} may have been renamed to ${to}: it is a new table in the catalog, and contracts stay with the former one`;
      report.note({ code: 'possiblyRenamed', subject: to, message });
    }
    return renames;
  }
}
