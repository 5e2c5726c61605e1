import { AppError } from '@app/common';
import { Database } from '@app/database';
import { foldName } from '@app/datatypes';
import type { SourceTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import { CrawlRepository } from '../state/crawl.repository';
import { requireGoingOn, type Crawl } from './crawl';
import { CrawlWriter } from './crawl-writer';

/** A table that the source lists. FQNs of the catalog. */
interface ListedTable {
  readonly fqn: string;
  readonly schema: string;
  readonly source: Pick<SourceTable, 'name' | 'nativeId'>;
}

/**
 * Follows tables whose names have changed their case alone: the table of the catalog with the native id of the listed one is that table, so
 * it is renamed, with all that hangs on it.
 */
@Injectable()
export class TableRenames {
  constructor(
    private readonly database: Database,
    private readonly repository: CrawlRepository,
    private readonly writer: CrawlWriter,
  ) {}

  /**
   * @param present FQNs of all that is in the source; of a dry run it gets the former names as well
   * @returns the tables that are left to be compared: of a dry run without those that would be renamed
   */
  async follow<Table extends ListedTable>(
    crawl: Crawl,
    tables: readonly Table[],
    present: Set<string>,
  ): Promise<readonly Table[]> {
    const { report } = crawl;
    const identified = tables.filter(({ source }) => source.nativeId !== undefined);
    const found = await this.repository.otherNames(
      identified.map(({ fqn, schema, source }) => ({ fqn, schema, name: source.name, nativeId: source.nativeId! })),
    );
    const followed = new Set<string>();
    for (const { id, from, fromName, to, toName } of found) {
      requireGoingOn(crawl);
      if (present.has(from) || foldName(fromName, 'blind') !== foldName(toName, 'blind')) continue;
      if (!report.isDryRun && !(await this.rename(crawl, id, toName))) continue;
      followed.add(to);
      const about = { id, type: 'table' };
      const message = `${from} has the name ${toName} in the source: the table is renamed, with its contract and tests`;
      report.note({ code: 'renamed', subject: to, message, about });
      if (!report.isDryRun) continue;
      present.add(from);
      report.count('updated');
      report.change(to, 'updated', ['name'], about);
      report.advance(1, to);
    }
    return report.isDryRun ? tables.filter(({ fqn }) => !followed.has(fqn)) : tables;
  }

  /** A name that the catalog refuses, as that of another table, leaves one table gone and one new. */
  private async rename({ actor, context }: Crawl, id: string, name: string): Promise<boolean> {
    try {
      await this.writer.rename(actor, 'table', id, name);
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
    await this.database.transaction(async (tx) => {
      await context.fence(tx);
      await this.repository.keep(tx, context.run.id, [{ id, outcome: 'updated' }]);
    });
    return true;
  }
}
