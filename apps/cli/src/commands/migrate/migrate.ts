import { Option } from 'commander';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import type { RemoteOptions } from '../../command-line/shared-options';
import { CatalogClient } from '../../connection/catalog-client';
import { checkedToken, requestLimit, tokenOfFile } from '../../connection/connect';
import { serviceUrl, warnOfPlainText } from '../../connection/service-url';
import { usageError } from '../../cli-error';
import type { Outcome } from '../../report/report';
import { COPIED, type Copied, type Document } from './collections';
import { EntityCopy } from './entity-copy';
import { FactCopy } from './fact-copy';
import { LineageCopy } from './lineage-copy';
import { migrationReport } from './migration-report';
import { MigrationState } from './migration-state';
import { Source } from './source';
import { TargetSchemas } from './target-schemas';

interface MigrateOptions extends RemoteOptions {
  readonly from: string;
  readonly fromToken?: string;
  readonly fromTokenFile?: string;
  readonly state: string;
}

export const migrate = defineCommand<MigrateOptions>({
  name: 'migrate',
  summary: 'Copy everything from an OpenMetadata server',
  description:
    'Reads the server by its API and writes here: people, roles, tags, glossaries, domains, data products, services, assets, queries, tests with ' +
    'their newest results, contracts, custom properties, lineage. Nothing is changed there. What is here already is brought up to date, so that it ' +
    'may be run again. A run that was ended goes on where it was, by the file of --state. Its token must be that of an administrator here.',
  options: [
    new Option('--from <URL>', 'The server that is read').makeOptionMandatory(),
    new Option('--from-token <TOKEN>', 'A token for it, such as that of its ingestion bot'),
    new Option('--from-token-file <FILE>', 'A file that holds the token'),
    new Option('--state <FILE>', 'Where the progress is kept until everything is copied').default(
      'migration-state.json',
    ),
  ],
  examples: [
    'migrate --from https://openmetadata.example.org --from-token-file om.token',
    'migrate --from http://localhost:8585 --from-token-file om.token --report json=migration.json',
  ],
  run,
});

async function run({ options }: Invocation<MigrateOptions>, context: CommandContext): Promise<Outcome> {
  const target = await context.service();
  const source = sourceOf(options, context.progress);
  if (source.url === target.url) throw usageError('--from names the service itself');
  const state = MigrationState.open(options.state, source.url, target.url);
  if (state.isResumed) context.progress(`going on where ${options.state} ends`);
  await new Migration(source, target, state, await TargetSchemas.of(target), context.progress).run();
  const report = migrationReport(state.progress, await countsOf(target));
  state.remove();
  return { report };
}

function sourceOf(options: MigrateOptions, progress: (line: string) => void): Source {
  const url = serviceUrl(options.from);
  const given = options.fromToken === undefined ? tokenOfFile(options.fromTokenFile) : checkedToken(options.fromToken);
  if (given === undefined) throw usageError(`there is no token for ${url}; give one by --from-token-file`);
  warnOfPlainText(url, progress);
  return new Source(new CatalogClient({ url, token: given, limitMs: requestLimit(options), progress }));
}

/** All steps, each of which is done page by page, and remembered. */
class Migration {
  private readonly entities: EntityCopy;
  private readonly facts: FactCopy;
  private readonly lineage: LineageCopy;

  constructor(
    private readonly source: Source,
    target: CatalogClient,
    private readonly state: MigrationState,
    schemas: TargetSchemas,
    private readonly progress: (line: string) => void,
  ) {
    this.entities = new EntityCopy(source, target, schemas, state);
    this.facts = new FactCopy(source, target, state);
    this.lineage = new LineageCopy(source, target, state);
  }

  async run(): Promise<void> {
    await this.once('custom properties', () => this.facts.customProperties());
    for (const copied of COPIED)
      await this.walk(copied.collection, copied, '*', async (documents, total) => {
        this.state.count(copied.type).there = total;
        await this.entities.page(copied, documents);
      });
    await this.once('what waits', () => this.entities.settle(this.progress));
    const testCases = COPIED.find(({ type }) => type === 'testCase') as Copied;
    await this.walk('results of test cases', testCases, 'testCaseResult', (documents) =>
      this.facts.testResults(documents),
    );
    for (const copied of COPIED.filter(({ lineage }) => lineage))
      await this.walk(`lineage of ${copied.collection}`, copied, undefined, (documents) =>
        this.lineage.page(copied, documents),
      );
  }

  private async once(step: string, work: () => Promise<void>): Promise<void> {
    const { steps } = this.state.progress;
    if (steps[step] === null) return;
    await work();
    steps[step] = null;
    this.state.save();
  }

  private async walk(
    step: string,
    { collection }: Copied,
    fields: string | undefined,
    work: (documents: readonly Document[], total: number) => Promise<void>,
  ): Promise<void> {
    const { steps } = this.state.progress;
    while (steps[step] !== null) {
      const page = await this.source.page(collection, steps[step], fields);
      if (page) {
        await work(page.documents, page.total);
        this.progress(`${step}: ${page.documents.length} of ${page.total}`);
      } else this.progress(`${step}: the server does not have them`);
      steps[step] = page?.after ?? null;
      this.state.save();
    }
  }
}

async function countsOf(target: CatalogClient): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { type, collection } of COPIED) {
    const request = { path: `/${collection}`, query: { limit: 0 }, what: `Counting ${collection}` };
    counts[type] = (await target.json<{ paging: { total: number } }>(request)).paging.total;
  }
  return counts;
}
