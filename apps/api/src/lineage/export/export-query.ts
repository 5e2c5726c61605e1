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
const AS_FAR = 'all: to where the graph ends, however large it is';

export class LineageExportQuery implements ExportRequest {
  @TextProperty({ required: true, description: 'FQN of the asset', example: 'shop_warehouse.shop.sales.orders' })
  fqn!: string;

  @ChoiceProperty({ required: true, of: EXPORT_TYPES, description: 'Its type' })
  type!: ExportRequest['type'];

  @IntegerOrWordProperty({
    ...HOPS,
    also: 'upstreamHops',
    description: `Hops to what the asset is made of; ${AS_FAR}`,
  })
  upstreamDepth = DEFAULT_EXPORT_HOPS;

  @IntegerOrWordProperty({
    ...HOPS,
    also: 'downstreamHops',
    description: `Hops to what is made of the asset; ${AS_FAR}`,
  })
  downstreamDepth = DEFAULT_EXPORT_HOPS;

  @BooleanProperty({
    description: 'Deleted assets too; otherwise one hides what lies behind it, and a deleted root is not found',
  })
  includeDeleted = false;

  @ChoiceProperty({
    of: EXPORT_FORMATS,
    description:
      'csv; json: edges with all that is known of them; graphml, dot (Graphviz), mermaid (a flowchart); openlineage: events that the batch endpoint takes in again',
  })
  format: ExportRequest['format'] = 'csv';

  @BooleanProperty({
    description:
      'A CSV row for each pair of columns, pairs at the edges of graphs; JSON and OpenLineage have them always',
  })
  columnLineage = false;

  @BooleanProperty({ description: 'CSV cells as they are' })
  raw = false;
}
