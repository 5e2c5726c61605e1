import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { usageError } from '../../cli-error';
import type { Outcome } from '../../report/report';
import { contractPath } from './named-contract';

const FORMATS = ['odcs-yaml', 'odcs-json', 'yaml', 'json'] as const;
const VERSIONS = ['3.1.0', '3.2.0'] as const;

/** The path behind that of the contract and the media type to request, by format. */
const REQUESTS: Readonly<Record<(typeof FORMATS)[number], readonly [path: string, accept: string]>> = {
  'odcs-yaml': ['/odcs/yaml', 'application/yaml'],
  'odcs-json': ['/odcs', 'application/json'],
  yaml: ['', 'application/yaml'],
  json: ['', 'application/json'],
};

interface ExportOptions {
  readonly format: (typeof FORMATS)[number];
  readonly version?: (typeof VERSIONS)[number];
}

export const contractExport = defineCommand<ExportOptions>({
  name: 'contract export',
  summary: 'Write a contract as a file',
  takes: '<CONTRACT>',
  options: [
    new Option('--format <FORMAT>', 'What is written').choices(FORMATS).default('odcs-yaml'),
    new Option('--version <VERSION>', 'apiVersion of the standard (default: as imported, else 3.1.0)').choices(
      VERSIONS,
    ),
  ],
  examples: [
    'contract export shop.db.public.orders.dataContract_orders > orders.odcs.yaml',
    'contract export shop.db.public.orders.dataContract_orders --format odcs-json --version 3.2.0 --output-file orders.json',
    'contract export shop.db.public.orders.dataContract_orders --format yaml',
  ],
  writesContent: true,
  run: exportContract,
});

async function exportContract({ args, options }: Invocation<ExportOptions>, context: CommandContext): Promise<Outcome> {
  const [name = ''] = args;
  const { format, version } = options;
  const isStandard = format.startsWith('odcs');
  if (version !== undefined && !isStandard)
    throw usageError(`--version is for odcs-yaml and odcs-json, not for ${format}`);
  const [below, accept] = REQUESTS[format];
  const query = isStandard ? { version } : { fields: 'owners,reviewers,extension,tags,domains' };
  const service = await context.service();
  const path = `${contractPath(name)}${below}`;
  return { content: await service.content({ path, query, headers: { accept }, what: `Exporting ${name}` }) };
}
