import { list, object, text, uuid } from '../../http/schemas';
import { EDGE, REFERENCE } from '../lineage-schemas';
import { EDGE_EXAMPLE } from '../lineage.examples';

const { fromEntity, toEntity, lineageDetails } = EDGE_EXAMPLE;
const [from, to] = [fromEntity.fullyQualifiedName, toEntity.fullyQualifiedName];
const sql = lineageDetails.sqlQuery;

export const CSV_EXAMPLE = [
  'fromEntityFQN,fromEntityType,toEntityFQN,toEntityType,sqlQuery',
  `${from},table,${to},table,"${sql}"`,
  '',
].join('\r\n');

export const JSON_EXAMPLE = {
  entity: toEntity,
  upstreamDepth: 1,
  downstreamDepth: 0,
  edges: [{ direction: 'upstream', hop: 1, edge: EDGE_EXAMPLE }],
};

const SERVICE = { namespace: 'shop_warehouse' };

export const OPENLINEAGE_EXAMPLE = [
  {
    eventTime: '2026-01-01T00:00:00.000Z',
    producer: 'urn:metadata-catalog:lineage-export',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent',
    job: { namespace: 'metadata-catalog', name: `${fromEntity.id}/${toEntity.id}` },
    inputs: [{ ...SERVICE, name: 'shop.sales.orders' }],
    outputs: [{ ...SERVICE, name: 'shop.marts.revenue' }],
  },
];

export const GRAPHML_EXAMPLE = `<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph id="lineage" edgedefault="directed">
<node id="n1"><data key="fqn">${to}</data><data key="type">table</data></node>
<node id="n2"><data key="fqn">${from}</data><data key="type">table</data></node>
<edge source="n2" target="n1"/>
</graph></graphml>`;

export const DOT_EXAMPLE = `digraph lineage {
n1 [label="${to}" type="table"];
n2 [label="${from}" type="table"];
n2 -> n1;
}`;

export const MERMAID_EXAMPLE = `flowchart LR
n1["${to}"]:::table
n2["${from}"]:::table
n2 --> n1`;

export const JSON_SCHEMA = object({
  entity: REFERENCE,
  upstreamDepth: { type: ['integer', 'string'], description: 'Hops, or all' },
  downstreamDepth: { type: ['integer', 'string'], description: 'Hops, or all' },
  edges: list(
    object({ direction: { enum: ['upstream', 'downstream'] }, hop: { type: 'integer', minimum: 1 }, edge: EDGE }),
  ),
});

const NAMED = object({ namespace: text, name: text });

export const OPENLINEAGE_SCHEMA = {
  type: 'array',
  description: 'Events as the batch endpoint of OpenLineage takes them, one for each edge',
  items: object({
    eventTime: { type: 'string', format: 'date-time' },
    producer: text,
    schemaURL: text,
    'eventType?': { enum: ['OTHER'] },
    'run?': object({ 'runId?': uuid }),
    job: NAMED,
    inputs: list(NAMED),
    outputs: list(NAMED),
  }),
};
