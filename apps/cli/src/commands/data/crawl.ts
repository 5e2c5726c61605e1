import { Option } from 'commander';
import { CliError, EXIT } from '../../cli-error';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import { oneMore } from '../../command-line/shared-options';
import type { CatalogClient } from '../../connection/catalog-client';
import { entityPath } from '../../connection/service-url';
import type { Outcome, Report, Row, Section } from '../../report/report';
import { type DataRun, exitCodeOf, isOpen } from './data-run';
import { DataRunWait, WAIT } from './data-run-wait';
import { curesSection, runCase, sentenceOf, warningFindings, warningsSection } from './run-report';

interface CrawlOptions {
  readonly schema?: readonly string[];
  readonly table?: readonly string[];
  readonly dryRun?: boolean;
  readonly confirmDeletions?: boolean;
  /** Seconds. */
  readonly wait: number;
}

/** Tables that are shown behind a crawl. */
const SHOWN = 20;

export const crawl = defineCommand<CrawlOptions>({
  name: 'crawl',
  summary: 'Bring the tables of a source into the catalog',
  description:
    'Databases, schemas, tables and views, with columns, keys and comments; what people wrote in the catalog stays. A table that is gone in the ' +
    'source is deleted softly. The service is one that connect has connected.\n\nExit code 1: something could not be read or written, and the rest was; 3: nothing could be read.',
  takes: '<SERVICE>',
  options: [
    new Option('--schema <NAME>', 'Only this schema, by its exact name; may be given several times').argParser(oneMore),
    new Option('--table <NAME>', 'Only this table, by its exact name; may be given several times').argParser(oneMore),
    new Option('--dry-run', 'Only say what would be done'),
    new Option(
      '--confirm-deletions',
      'Delete also where more than half of 20 tables or more are gone at once, and take headers of files that changed',
    ),
    WAIT,
  ],
  examples: ['crawl shop', 'crawl shop --schema sales --schema stock --dry-run', 'crawl shop --wait 0'],
  run,
});

async function run(
  { args: [name = ''], options }: Invocation<CrawlOptions>,
  context: CommandContext,
): Promise<Outcome> {
  const service = await context.service();
  const { schema: schemas, table: tables, dryRun, confirmDeletions } = options;
  const crawled = await new DataRunWait(service, options.wait, context.progress).run({
    path: `${servicePath(name)}/crawls`,
    body: { schemas, tables, dryRun, confirmDeletions },
    ...{ label: name, what: `Crawling ${name}`, service: name },
  });
  if (isMissed(crawled, options))
    throw new CliError(`Crawling ${name}: the source has nothing of these names`, EXIT.failed, [
      [...(schemas ?? []), ...(tables ?? [])].join(', '),
      'Names are exact, upper and lower case included; without --schema and --table all is listed',
    ]);
  const none = { data: [], paging: { total: 0 } };
  const shown = isOpen(crawled) || dryRun ? none : await tablesOf(service, crawled.service?.fullyQualifiedName ?? name);
  return { report: crawlReport(name, crawled, options.wait, shown) };
}

/** Whether the source was listed, and nothing that was asked for by its name is there, or was before. */
function isMissed({ status, counts = {} }: DataRun, { schema, table }: CrawlOptions): boolean {
  return status === 'Success' && ((schema && !counts.schemas) || (table && !counts.tables && !counts.deleted)) === true;
}

/** The path of a database service that the user names by FQN or id. */
export const servicePath = (nameOrId: string): string => entityPath('services/databaseServices', nameOrId);

interface Tables {
  readonly data: readonly { readonly fullyQualifiedName: string }[];
  readonly paging: { readonly total: number };
}

function tablesOf(service: CatalogClient, name: string): Promise<Tables> {
  const query = { service: name, limit: SHOWN };
  return service.json({ path: '/tables', query, what: `Listing the tables of ${name}` });
}

function tablesSection({ data, paging: { total } }: Tables): Section {
  const title = total > data.length ? `Tables (${data.length} of ${total})` : 'Tables';
  return { title, rows: data.map(({ fullyQualifiedName }) => ({ cells: [`  ${fullyQualifiedName}`] })) };
}

function crawlReport(name: string, crawled: DataRun, waitS: number, tables: Tables): Report {
  const title = `crawl ${name}`;
  const exitCode = exitCodeOf(crawled, waitS > 0);
  const { counts = {}, changes = [] } = crawled;
  const counted = Object.entries(counts).filter(([, number]) => number > 0);
  return {
    ...{ title, exitCode, summary: sentenceOf({ name, run: crawled }, waitS) },
    sections: [
      { columns: ['what', 'count'], rows: counted.map(([what, number]) => ({ cells: [what, String(number)] })) },
      { title: 'What it would do', columns: ['change', 'table', 'members'], rows: changes.map(changeRow) },
      tablesSection(tables),
      ...[warningsSection([crawled]), curesSection([crawled])],
    ],
    findings: warningFindings(title, [crawled]),
    cases: [runCase(name, 'crawl', { name, run: crawled }, exitCode, waitS)],
    data: { run: crawled },
  };
}

function changeRow({ change, table, fields = [] }: NonNullable<DataRun['changes']>[number]): Row {
  return { cells: [change, table, fields.join(', ')], tone: change === 'deleted' ? 'bad' : 'doubtful' };
}
