import type { CommandSpec, Invocation } from '../../arguments/command-spec';
import { usageError } from '../../cli-error';
import type { CommandContext } from '../../command-context';
import type { Outcome } from '../../report/report';
import { contractPath } from './named-contract';

const FORMATS = ['odcs-yaml', 'odcs-json', 'yaml', 'json'] as const;
const VERSIONS = ['3.1.0', '3.2.0'] as const;

/** What stands behind the path of the contract, and what is asked for there. */
const REQUESTS: Readonly<Record<(typeof FORMATS)[number], readonly [path: string, accept: string]>> = {
  'odcs-yaml': ['/odcs/yaml', 'application/yaml'],
  'odcs-json': ['/odcs', 'application/json'],
  yaml: ['', 'application/yaml'],
  json: ['', 'application/json'],
};

export const contractExport: CommandSpec = {
  name: 'contract export',
  summary: 'Write a contract as a file',
  positional: { name: 'CONTRACT', least: 1, most: 1 },
  options: [
    { name: 'format', value: 'FORMAT', description: `${FORMATS.join(', ')} (default: odcs-yaml)` },
    {
      name: 'version',
      value: 'VERSION',
      description: `apiVersion of the standard: ${VERSIONS.join(', ')} (default: as it came in, else 3.1.0)`,
    },
  ],
  examples: [
    'contract export shop.db.public.orders.dataContract_orders > orders.odcs.yaml',
    'contract export shop.db.public.orders.dataContract_orders --format odcs-json --version 3.2.0 --output-file orders.json',
    'contract export shop.db.public.orders.dataContract_orders --format yaml',
  ],
  reports: false,
  remote: true,
  run: exportContract,
};

async function exportContract({ positionals, options }: Invocation, context: CommandContext): Promise<Outcome> {
  const [name = ''] = positionals;
  const format = options.word('format', FORMATS, 'odcs-yaml');
  const version = options.text('version') === undefined ? undefined : options.word('version', VERSIONS, '3.1.0');
  const isStandard = format.startsWith('odcs');
  if (version !== undefined && !isStandard)
    throw usageError(`--version is for odcs-yaml and odcs-json, not for ${format}`);
  const [below, accept] = REQUESTS[format];
  const query = isStandard ? { version } : { fields: 'owners,reviewers,extension,tags,domains' };
  const service = await context.service();
  const path = `${contractPath(name)}${below}`;
  return { content: await service.content({ path, query, headers: { accept }, what: `Exporting ${name}` }) };
}
