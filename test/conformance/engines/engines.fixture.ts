import { refreshStatistics } from '../../../libs/search/src/postgres/statistics/refresh-statistics';
import { SearchFixture } from '../../integration/search/postgres.fixture';
import { ElasticWorld } from '../../integration/search-elastic/support/elastic-world';
import type { IndexedDocument } from '@app/search';

/** Both engines with the same documents. */
export class BothEngines {
  private constructor(
    readonly postgres: SearchFixture,
    readonly elastic: ElasticWorld,
  ) {}

  static async open(documents: readonly IndexedDocument[]): Promise<BothEngines> {
    const postgres = await SearchFixture.open();
    for (let from = 0; from < documents.length; from += 500) await postgres.write(...documents.slice(from, from + 500));
    await refreshStatistics(postgres.database);
    const elastic = await ElasticWorld.open(documents.map((document) => ({ ...document, version: 1 })));
    return new BothEngines(postgres, elastic);
  }

  async close(): Promise<void> {
    await Promise.all([this.postgres.close(), this.elastic.close()]);
  }
}
