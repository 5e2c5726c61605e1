import type { AskedCrawl } from '@app/data';
import { BooleanProperty, ListProperty, textRule } from '../http/input';

const MOST_NAMES = 1_000;
const LONGEST_NAME = 1_000;

const NAME = textRule({ max: LONGEST_NAME });

export class CrawlBody implements AskedCrawl {
  @ListProperty({ of: NAME, max: MOST_NAMES, description: 'Exact names of schemas in the source; empty: all' })
  schemas: readonly string[] = [];

  @ListProperty({ of: NAME, max: MOST_NAMES, description: 'Exact names of tables in the source; empty: all' })
  tables: readonly string[] = [];

  @BooleanProperty({ description: 'Dry run: report the changes, write nothing' })
  dryRun = false;

  @BooleanProperty({
    description:
      'Whether more than half of 20 tables or more may be deleted at once (else the warning tooManyGone), another header of a file is taken (headerChanged), and files below key=value folders become one table (hiveFolder)',
  })
  confirmDeletions = false;
}
