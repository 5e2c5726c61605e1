import { EDGE_SCHEMA, LINEAGE_SOURCES, LINEAGE_TYPES } from '@app/lineage';
import { component, count, flag, integer, list, object, oneOf, text, uuid } from '../http/schemas';

/** The callers that may send edges in large bodies. */
export const EDITORS_OF_LINEAGE = { operation: 'EditLineage', resources: LINEAGE_TYPES } as const;

type Schema = Readonly<Record<string, unknown>>;

/** The schema of an entity in a request. */
const sentReference = (types: readonly string[]): Schema => ({
  description: `A ${types.join(' or ')}: by FQN or id as a string, or as a reference`,
  anyOf: [
    text,
    component(types.length === LINEAGE_TYPES.length ? 'LineageEndToSend' : 'LineagePipelineToSend', {
      'id?': uuid,
      'type?': oneOf(types),
      'fullyQualifiedName?': text,
    }),
  ],
});

/** A body's schema in standard OpenAPI terms. */
export function sent(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    const types = (value as { reference?: readonly string[] } | null)?.reference;
    return Array.isArray(types) ? sentReference(types as string[]) : value;
  }) as Schema;
}

export const SENT_EDGE = sent(EDGE_SCHEMA);

const NODE: Schema = object({
  id: uuid,
  type: { enum: [...LINEAGE_TYPES] },
  name: text,
  fullyQualifiedName: text,
  'displayName?': text,
  deleted: flag,
});
export const REFERENCE: Schema = { title: 'LineageNode', ...NODE };

export const DETAILS: Schema = component('LineageDetails', {
  'sqlQuery?': text,
  columnsLineage: {
    ...list(object({ 'fromColumns?': list(text), 'toColumn?': text, 'function?': text })),
    description: 'Columns by FQN, where both are there still',
  },
  'pipeline?': { ...NODE, properties: { ...(NODE.properties as object), type: text } },
  'description?': text,
  source: { enum: [...LINEAGE_SOURCES] },
  'assetEdges?': integer,
  createdAt: { type: 'integer', format: 'int64' },
  createdBy: text,
  updatedAt: { type: 'integer', format: 'int64' },
  updatedBy: text,
  'lastSeenAt?': {
    type: 'integer',
    format: 'int64',
    description: 'Of an edge that events have made: eventTime of the newest that showed it',
  },
});

const edge = (end: object): Schema =>
  object({ fromEntity: end, toEntity: end, 'description?': text, lineageDetails: DETAILS });

/** An edge with its ends in full. */
export const EDGE: Schema = { title: 'LineageEdge', ...edge(REFERENCE) };
/** An edge of a graph, whose nodes stand beside it. */
const GRAPH_EDGE = edge(uuid);
const NAMED_GRAPH_EDGE: Schema = { title: 'LineageGraphEdge', ...GRAPH_EDGE };

export const NEIGHBOURHOOD: Schema = component('Lineage', {
  entity: REFERENCE,
  nodes: list(REFERENCE),
  upstreamEdges: list(NAMED_GRAPH_EDGE),
  downstreamEdges: list(NAMED_GRAPH_EDGE),
});

const SIDE = { enum: ['upstream', 'downstream'] };
const PLACE = { direction: SIDE, hop: { type: 'integer', minimum: 1 } };

/** A part of an answer with its position in the traversal. */
const placed = (schema: Schema): Schema => ({
  ...schema,
  required: [...(schema.required as string[]), 'direction', 'hop'],
  properties: { ...(schema.properties as object), ...PLACE },
});

export const GRAPH: Schema = component('LineageGraph', {
  entity: REFERENCE,
  nodes: { ...list(placed(NODE)), description: 'Nodes that are new on this page, nearest first' },
  edges: list(placed(GRAPH_EDGE)),
  'hops?': list({ type: 'object', properties: { ...PLACE, nodes: count, edges: count } }),
  cycles: { ...list(list(uuid)), description: 'Ids of the assets of each strongly connected component' },
  paging: object({ 'after?': text }),
});

export const PATH: Schema = object({
  found: flag,
  'direction?': SIDE,
  'length?': count,
  nodes: list(REFERENCE),
  edges: list(NAMED_GRAPH_EDGE),
});
