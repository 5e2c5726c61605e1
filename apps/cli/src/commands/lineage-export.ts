import type { CommandSpec, Invocation } from '../arguments/command-spec';
import type { CommandContext } from '../command-context';
import type { Outcome } from '../report/report';

const TYPES = [
  'table',
  'dashboard',
  'pipeline',
  'topic',
  'mlmodel',
  'container',
  'searchIndex',
  'storedProcedure',
  'dashboardDataModel',
  'apiEndpoint',
] as const;

const FORMATS = ['csv', 'json', 'graphml', 'mermaid', 'dot', 'openlineage'] as const;
/** As the interface has it. */
const HOPS = { least: 0, most: 3, fallback: 1 };

export const lineageExport: CommandSpec = {
  name: 'lineage export',
  summary: 'Write the lineage around an asset',
  positional: { name: 'ASSET', least: 1, most: 1 },
  options: [
    { name: 'type', value: 'TYPE', description: `The type of the asset: ${TYPES.join(', ')} (default: table)` },
    { name: 'up', value: 'HOPS', description: 'How far upstream, 0 to 3 or all (default: 1)' },
    { name: 'down', value: 'HOPS', description: 'How far downstream, 0 to 3 or all (default: 1)' },
    { name: 'format', value: 'FORMAT', description: `${FORMATS.join(', ')} (default: csv)` },
    { name: 'columns', description: 'With the pairs of columns' },
    { name: 'include-deleted', description: 'Through deleted assets too' },
  ],
  examples: [
    'lineage export shop.db.public.orders --type table --up 3 --down 3 --format csv > orders.csv',
    'lineage export shop.db.public.orders --format mermaid',
    'lineage export shop.db.public.orders --up all --down all --format json --output-file whole.json',
    'lineage export shop_kafka.orders --type topic --down 3 --columns --output-file topic.csv',
  ],
  reports: false,
  remote: true,
  run: exportLineage,
};

function hops(options: Invocation['options'], name: string): number | string {
  return options.text(name) === 'all' ? 'all' : options.integer(name, HOPS);
}

async function exportLineage({ positionals, options }: Invocation, context: CommandContext): Promise<Outcome> {
  const [fqn = ''] = positionals;
  const query = {
    fqn,
    type: options.word('type', TYPES, 'table'),
    upstreamDepth: hops(options, 'up'),
    downstreamDepth: hops(options, 'down'),
    format: options.word('format', FORMATS, 'csv'),
    columnLineage: options.flag('columns') ? 'true' : undefined,
    includeDeleted: options.flag('include-deleted') ? 'true' : undefined,
  };
  const service = await context.service();
  return {
    content: await service.content({ path: '/lineage/export', query, what: `Exporting the lineage of ${fqn}` }),
  };
}
