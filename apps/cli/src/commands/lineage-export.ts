import { entityTypes } from '@app/catalog/pure';
import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../command-line/command-spec';
import { hops } from '../command-line/shared-options';
import type { Outcome } from '../report/report';

const FORMATS = ['csv', 'json', 'graphml', 'mermaid', 'dot', 'openlineage'] as const;

interface ExportOptions {
  readonly type: string;
  readonly up: number | 'all';
  readonly down: number | 'all';
  readonly format: (typeof FORMATS)[number];
  readonly columns?: boolean;
  readonly includeDeleted?: boolean;
}

export const lineageExport = defineCommand<ExportOptions>({
  name: 'lineage export',
  summary: 'Write the lineage around an asset',
  takes: '<ASSET>',
  options: [
    new Option('--type <TYPE>', 'The type of the asset').choices(entityTypes.having('exportable')).default('table'),
    new Option('--up <HOPS>', 'How far upstream, 0 to 3 or all').default(1).argParser(hops),
    new Option('--down <HOPS>', 'How far downstream, 0 to 3 or all').default(1).argParser(hops),
    new Option('--format <FORMAT>', 'Format of the export').choices(FORMATS).default('csv'),
    new Option('--columns', 'With the pairs of columns'),
    new Option('--include-deleted', 'Through deleted assets as well'),
  ],
  examples: [
    'lineage export shop.db.public.orders --type table --up 3 --down 3 --format csv > orders.csv',
    'lineage export shop.db.public.orders --format mermaid',
    'lineage export shop.db.public.orders --up all --down all --format json --output-file whole.json',
    'lineage export shop_kafka.orders --type topic --down 3 --columns --output-file topic.csv',
  ],
  writesContent: true,
  run: exportLineage,
});

async function exportLineage({ args, options }: Invocation<ExportOptions>, context: CommandContext): Promise<Outcome> {
  const [fqn = ''] = args;
  const query = {
    fqn,
    type: options.type,
    upstreamDepth: options.up,
    downstreamDepth: options.down,
    format: options.format,
    columnLineage: options.columns,
    includeDeleted: options.includeDeleted,
  };
  const service = await context.service();
  return {
    content: await service.content({ path: '/lineage/export', query, what: `Exporting the lineage of ${fqn}` }),
  };
}
