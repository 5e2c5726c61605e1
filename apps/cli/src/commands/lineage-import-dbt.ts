import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { EXIT, usageError } from '../cli-error';
import { type CommandContext, defineCommand, type Invocation } from '../command-line/command-spec';
import type { CatalogClient } from '../connection/catalog-client';
import { dbtService } from './dbt-service';
import { readInput } from '../document/read-input';
import { caseOf, count, type Outcome, type Report } from '../report/report';

/** The files that dbt writes below its target folder, under the names that the service gives the files; all but the first may be missing. */
const FILES = {
  manifest: 'manifest.json',
  catalog: 'catalog.json',
  run_results: 'run_results.json',
  sources: 'sources.json',
} as const;

/** Bytes of one file; the service takes no larger one. */
const MOST_BYTES = 100 * 1024 * 1024;
/** dbt writes who made a manifest at its beginning. */
const HEAD_BYTES = 64 * 1024;

interface ImportOptions {
  readonly service?: string;
  readonly createService?: boolean;
}

interface ImportReport {
  readonly tables: number;
  readonly edges: number;
  readonly columns: number;
  readonly tests: number;
  readonly results: number;
  readonly contracts: number;
  readonly skipped: readonly { readonly id: string; readonly reason: string; readonly proposal?: string }[];
}

export const lineageImportDbt = defineCommand<ImportOptions>({
  name: 'lineage import-dbt',
  summary: 'Bring a dbt project into the catalog',
  description:
    'The folder is the target folder of dbt. Of its files manifest.json is needed; catalog.json (dbt docs generate), run_results.json ' +
    '(dbt build) and sources.json (dbt source freshness) are taken where they are there. Run dbt docs generate with --no-compile behind a ' +
    'build: otherwise it writes run_results.json anew. What is in the catalog is completed, never replaced; the same files again change nothing. ' +
    'Where a policy keeps a change of a contract back, it ends with exit code 3 and says where the proposal is.',
  takes: '<FOLDER>',
  options: [
    new Option(
      '--service <SERVICE>',
      'FQN of the database service of the project; not needed where there is one of its kind',
    ),
    new Option(
      '--create-service',
      'Make the service where there is none of its kind: named as --service says, else as the project',
    ),
  ],
  examples: [
    'lineage import-dbt target/',
    'lineage import-dbt target/ --create-service',
    'lineage import-dbt target/ --service shop_warehouse --output json',
  ],
  run: importDbt,
});

async function importDbt({ args, options }: Invocation<ImportOptions>, context: CommandContext): Promise<Outcome> {
  const [folder = ''] = args;
  const found = Object.entries(FILES).filter(([, file]) => existsSync(join(folder, file)));
  if (!found.some(([name]) => name === 'manifest'))
    throw usageError(
      `${folder} has no ${FILES.manifest}: name the target folder of dbt, after dbt build or dbt compile`,
    );
  const form = new FormData();
  let head = '';
  for (const [name, file] of found) {
    const bytes = await readInput(join(folder, file), context, MOST_BYTES);
    if (name === 'manifest') head = bytes.subarray(0, HEAD_BYTES).toString('utf8');
    form.append(name, new Blob([new Uint8Array(bytes)]), file);
  }
  const client = await context.service();
  const { service: named, createService: makes = false } = options;
  const service = await dbtService(client, head, { named, makes });
  context.progress(`${found.map(([, file]) => file).join(', ')} into ${service}`);
  const what = `Importing ${folder}`;
  const report = await client.json<ImportReport>({
    method: 'PUT',
    path: '/lineage/dbt',
    query: { service },
    form,
    what,
  });
  return { report: reportOf(`lineage import-dbt ${folder}`, service, withLinks(client, report)) };
}

/** The report with the address of each proposal behind the reason. */
function withLinks({ url }: CatalogClient, report: ImportReport): ImportReport {
  const skipped = report.skipped.map((one) =>
    one.proposal === undefined ? one : { ...one, reason: `${one.reason}, ${url}${one.proposal}` },
  );
  return { ...report, skipped };
}

function reportOf(title: string, service: string, { skipped, ...counts }: ImportReport): Report {
  const summary = Object.entries(counts)
    .map(([things, number]) => count(number, things.slice(0, -1)))
    .join(', ');
  return {
    title,
    exitCode: skipped.some(({ proposal }) => proposal !== undefined) ? EXIT.refused : EXIT.passed,
    summary: `${service}: ${summary}; ${skipped.length} left out`,
    sections: [
      {
        title: 'Left out',
        columns: ['what', 'why'],
        rows: skipped.map(({ id, reason }) => ({ cells: [id, reason], tone: 'doubtful' })),
      },
    ],
    findings: skipped.map(({ id, reason }) => ({ level: 'notice', title, message: `${id}: ${reason}` })),
    cases: [caseOf(title, 'is imported')],
    data: { service, ...counts, skipped },
  };
}
