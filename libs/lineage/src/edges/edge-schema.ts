import { schemaReader, shape, type JsonSchema } from '@app/catalog';
import { badRequest, isObject } from '@app/common';
import { LINEAGE_TYPES, PRODUCER_TYPES } from '../traversal/asset';
import { LINEAGE_SOURCES, type LineageSource } from './stored-edge';

/** Maximum number of edges per request (above it 400, and nothing is stored). */
export const MOST_EDGES = 10_000;

/** Maximum number of pairs of columns of an edge (above it 400). */
export const MOST_PAIRS = 50_000;

/** A reference to an entity in a request: a reference, an FQN or an id. */
export type SentReference =
  string | { readonly id?: string; readonly type?: string; readonly fullyQualifiedName?: string };

/** One item of columnsLineage, as sent: columns by FQN, or by their path inside the asset. */
export interface SentColumns {
  readonly fromColumns?: readonly string[];
  readonly toColumn?: string;
  readonly function?: string;
}

export interface SentDetails {
  readonly sqlQuery?: string;
  readonly columnsLineage?: readonly SentColumns[];
  readonly pipeline?: SentReference;
  readonly description?: string;
  readonly source?: LineageSource;
  readonly assetEdges?: number;
}

export interface SentEdge {
  readonly fromEntity: SentReference;
  readonly toEntity: SentReference;
  readonly description?: string;
  readonly lineageDetails?: SentDetails;
}

export function pairsOf({ lineageDetails }: SentEdge): number {
  return (lineageDetails?.columnsLineage ?? []).reduce((sum, { fromColumns = [] }) => sum + fromColumns.length, 0);
}

/** Read-only: clients send back what they read, and these fields are ignored. */
const READ_ONLY: Record<string, JsonSchema> = {
  createdAt: {},
  createdBy: {},
  updatedAt: {},
  updatedBy: {},
  lastSeenAt: {},
};

/** A closed object, by its name in the API document. */
const named = (title: string, members: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  title,
  ...shape.closed(members, required),
});

const COLUMNS = named('LineageColumnsToSend', {
  fromColumns: { ...shape.array(shape.text), description: 'Columns of fromEntity, by FQN or by path inside it' },
  toColumn: { ...shape.text, description: 'A column of toEntity' },
  function: { ...shape.text, description: 'How the target is derived from the source' },
});

export const DETAILS_SCHEMA = named('LineageDetailsToSend', {
  sqlQuery: shape.text,
  columnsLineage: {
    ...shape.array(COLUMNS),
    description: `With at most ${MOST_PAIRS} fromColumns together`,
  },
  pipeline: { reference: PRODUCER_TYPES, description: 'What does it: a pipeline or a stored procedure' },
  description: shape.text,
  source: { ...shape.oneOf(...LINEAGE_SOURCES), default: 'Manual' },
  assetEdges: shape.integer,
  ...READ_ONLY,
});

export const EDGE_SCHEMA = named(
  'LineageEdgeToSend',
  {
    fromEntity: { reference: LINEAGE_TYPES },
    toEntity: { reference: LINEAGE_TYPES },
    description: shape.text,
    lineageDetails: DETAILS_SCHEMA,
  },
  ['fromEntity', 'toEntity'],
);

export const ADD_EDGE_SCHEMA: JsonSchema = shape.closed({ edge: EDGE_SCHEMA }, ['edge']);

/** @param form how the body has to look, for the message about one that is no object */
function objectReader<Body>(schema: JsonSchema, form: string): (body: unknown) => Body {
  const read = schemaReader<Body>(schema);
  return (body) => {
    if (!isObject(body)) throw badRequest(`The body must be ${form}`);
    return read(body);
  };
}

/** @throws {AppError} BAD_REQUEST naming every invalid field */
export const readAddEdge = objectReader<{ readonly edge: SentEdge }>(
  ADD_EDGE_SCHEMA,
  '{"edge": {"fromEntity", "toEntity", "lineageDetails"?}}',
);

/** The items are not validated. @throws {AppError} BAD_REQUEST for an invalid body, or for more than 10,000 */
export const readEdgeList = objectReader<{ readonly edges: readonly unknown[] }>(
  shape.closed({ edges: { type: 'array', maxItems: MOST_EDGES } }, ['edges']),
  '{"edges": [...]}',
);

/** One edge of a list. @throws {AppError} BAD_REQUEST naming every invalid field */
export const readEdge = schemaReader<SentEdge>(EDGE_SCHEMA);

/** The details of an edge, after a patch. @throws {AppError} BAD_REQUEST naming every invalid field */
export const readDetails = schemaReader<SentDetails>(DETAILS_SCHEMA);
