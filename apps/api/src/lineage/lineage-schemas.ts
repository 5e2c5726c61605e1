import { EDGE_SCHEMA, LINEAGE_SOURCES, LINEAGE_TYPES } from '@app/lineage';

/** The callers that may send edges in large bodies. */
export const EDITORS_OF_LINEAGE = { operation: 'EditLineage', resources: LINEAGE_TYPES } as const;

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const id = { type: 'string', format: 'uuid' };
const array = (items: object) => ({ type: 'array', items });

/** The schema of an entity in a request. */
const sentReference = (types: readonly string[]): Schema => ({
  description: `A ${types.join(' or ')}: by FQN or id as a string, or as a reference`,
  anyOf: [
    text,
    {
      title: types.length === LINEAGE_TYPES.length ? 'LineageEndToSend' : 'LineagePipelineToSend',
      type: 'object',
      properties: { id, type: { type: 'string', enum: [...types] }, fullyQualifiedName: text },
    },
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

const NODE: Schema = {
  type: 'object',
  required: ['id', 'type', 'name', 'fullyQualifiedName', 'deleted'],
  properties: {
    id,
    type: { enum: [...LINEAGE_TYPES] },
    name: text,
    fullyQualifiedName: text,
    displayName: text,
    deleted: { type: 'boolean' },
  },
};
export const REFERENCE: Schema = { title: 'LineageNode', ...NODE };

export const DETAILS: Schema = {
  title: 'LineageDetails',
  type: 'object',
  required: ['columnsLineage', 'source', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
  properties: {
    sqlQuery: text,
    columnsLineage: {
      ...array({ type: 'object', properties: { fromColumns: array(text), toColumn: text, function: text } }),
      description: 'Columns by FQN, where both are there still',
    },
    pipeline: { ...NODE, properties: { ...(NODE.properties as object), type: text } },
    description: text,
    source: { enum: [...LINEAGE_SOURCES] },
    assetEdges: { type: 'integer' },
    createdAt: { type: 'integer', format: 'int64' },
    createdBy: text,
    updatedAt: { type: 'integer', format: 'int64' },
    updatedBy: text,
  },
};

const edge = (end: object): Schema => ({
  type: 'object',
  required: ['fromEntity', 'toEntity', 'lineageDetails'],
  properties: { fromEntity: end, toEntity: end, description: text, lineageDetails: DETAILS },
});

/** An edge with its ends in full. */
export const EDGE: Schema = { title: 'LineageEdge', ...edge(REFERENCE) };
/** An edge of a graph, whose nodes stand beside it. */
const GRAPH_EDGE = edge(id);
const NAMED_GRAPH_EDGE: Schema = { title: 'LineageGraphEdge', ...GRAPH_EDGE };

export const NEIGHBOURHOOD: Schema = {
  title: 'Lineage',
  type: 'object',
  required: ['entity', 'nodes', 'upstreamEdges', 'downstreamEdges'],
  properties: {
    entity: REFERENCE,
    nodes: array(REFERENCE),
    upstreamEdges: array(NAMED_GRAPH_EDGE),
    downstreamEdges: array(NAMED_GRAPH_EDGE),
  },
};

const SIDE = { enum: ['upstream', 'downstream'] };
const PLACE = { direction: SIDE, hop: { type: 'integer', minimum: 1 } };

/** A part of an answer with the place that it has in the walk. */
const placed = (schema: Schema): Schema => ({
  ...schema,
  required: [...(schema.required as string[]), 'direction', 'hop'],
  properties: { ...(schema.properties as object), ...PLACE },
});

const COUNT = { type: 'integer', minimum: 0 };

export const GRAPH: Schema = {
  title: 'LineageGraph',
  type: 'object',
  required: ['entity', 'nodes', 'edges', 'cycles', 'paging'],
  properties: {
    entity: REFERENCE,
    nodes: { ...array(placed(NODE)), description: 'New on this page, nearest first' },
    edges: array(placed(GRAPH_EDGE)),
    hops: array({ type: 'object', properties: { ...PLACE, nodes: COUNT, edges: COUNT } }),
    cycles: { ...array(array(id)), description: 'Ids of the assets of each strongly connected component' },
    paging: { type: 'object', properties: { after: text } },
  },
};

export const PATH: Schema = {
  type: 'object',
  required: ['found', 'nodes', 'edges'],
  properties: {
    found: { type: 'boolean' },
    direction: SIDE,
    length: COUNT,
    nodes: array(REFERENCE),
    edges: array(NAMED_GRAPH_EDGE),
  },
};
