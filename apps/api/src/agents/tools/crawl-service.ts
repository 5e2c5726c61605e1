import { isObject } from '@app/common';
import { BooleanProperty, ListProperty, TextProperty } from '../../http/input';
import { present } from '../bounded';
import { entityNamed } from '../named-entity';
import { defineTool } from '../tool';
import { list, object, text } from '../tool-schema';
import { COUNTS, DataRunInput, NAME, runSchema, shownRun } from './data-run';
import { objects } from './shown';

const MOST_NAMES = 100;

class CrawlInput extends DataRunInput {
  @TextProperty({ required: true, description: 'Name or id of the database service' })
  service!: string;

  @ListProperty({ of: NAME, max: MOST_NAMES, description: 'Exact names of schemas in the source; empty: all' })
  schemas: readonly string[] = [];

  @ListProperty({ of: NAME, max: MOST_NAMES, description: 'Exact names of tables in the source; empty: all' })
  tables: readonly string[] = [];

  @BooleanProperty({ description: 'Dry run: report the changes, write nothing' })
  dryRun = false;
}

const CHANGE = object({ table: text, change: text }, { fields: list(text) });

export const crawlService = defineTool<CrawlInput>({
  name: 'crawl_service',
  title: 'Bring the tables of a database into the catalog',
  description:
    'Looks into the database or folder that a database service stands for, and brings its tables into the catalog: columns, types, keys, comments. ' +
    'What people wrote stays. Take it where a table is missing or its columns have changed. A run that waits already is joined.',
  input: CrawlInput,
  output: runSchema({ counts: COUNTS, changes: list(CHANGE, 'Of a dry run: what it would do') }),
  readsOnly: false,
  run: async ({ service, waitSeconds, ...body }, catalog) => {
    const { entity } = await entityNamed(catalog, { asked: service, types: ['databaseService'] });
    const run = await catalog.post(`/services/databaseServices/${String(entity.id)}/crawls`, {
      body,
      headers: { prefer: `wait=${waitSeconds}` },
    });
    const counts = isObject(run.counts) ? run.counts : undefined;
    const changes = objects(run.changes).map(({ table, change, fields }) => present({ table, change, fields }));
    return shownRun(catalog.links, run, present({ counts }), { changes });
  },
});
