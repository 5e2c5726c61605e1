import {
  ALL_HOPS,
  DEFAULT_EXPORT_HOPS,
  EXPORT_FORMATS,
  EXPORT_TYPES,
  MOST_EXPORT_HOPS,
  type ExportRequest,
} from '@app/lineage';
import { BooleanProperty, ChoiceProperty, IntegerOrWordProperty, TextProperty } from '../../http/input';

const HOPS = { min: 0, max: MOST_EXPORT_HOPS, word: 'all', value: ALL_HOPS } as const;
const AS_FAR = 'all: the complete graph';

export class LineageExportQuery implements ExportRequest {
  @TextProperty({ required: true, description: 'FQN of the asset', example: 'shop_warehouse.shop.sales.orders' })
  fqn!: string;

  @ChoiceProperty({ required: true, of: EXPORT_TYPES, description: 'Its type' })
  type!: ExportRequest['type'];

  @IntegerOrWordProperty({
    ...HOPS,
    also: 'upstreamHops',
    description: `Number of upstream hops; ${AS_FAR}`,
  })
  upstreamDepth = DEFAULT_EXPORT_HOPS;

  @IntegerOrWordProperty({
    ...HOPS,
    also: 'downstreamHops',
    description: `Number of downstream hops; ${AS_FAR}`,
  })
  downstreamDepth = DEFAULT_EXPORT_HOPS;

  @BooleanProperty({
    description:
      'Include deleted assets; otherwise a deleted asset hides the assets beyond it, and a deleted root is not found',
  })
  includeDeleted = false;

  @ChoiceProperty({
    of: EXPORT_FORMATS,
    description:
      'csv; json: edges with all their details; graphml, dot (Graphviz), mermaid (a flowchart); openlineage: events that the batch endpoint accepts',
  })
  format: ExportRequest['format'] = 'csv';

  @BooleanProperty({
    description:
      'One CSV row for each pair of columns, column pairs on the edges of graphs; JSON and OpenLineage always include them',
  })
  columnLineage = false;

  @BooleanProperty({ description: 'CSV cells as they are' })
  raw = false;
}
