import type { Reference } from '@app/catalog';
import type { ColumnMapping, StoredEdge } from './stored-edge';

/** `lineageDetails` in responses: columns by FQN. */
export interface DetailsAnswer extends Pick<
  StoredEdge,
  'source' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'
> {
  readonly sqlQuery?: string;
  /** Omitted if columns were not requested. */
  readonly columnsLineage?: readonly ColumnMapping[];
  readonly pipeline?: Reference;
  readonly description?: string;
  readonly lastSeenAt?: number;
}

/** Response of an edge write. */
export interface EdgeAnswer {
  readonly fromEntity: Reference;
  readonly toEntity: Reference;
  readonly description?: string;
  readonly lineageDetails: DetailsAnswer;
}

/** An edge of a graph: its ends by id, because the graph lists its nodes once. */
export interface GraphEdge extends Omit<EdgeAnswer, 'fromEntity' | 'toEntity'> {
  readonly fromEntity: string;
  readonly toEntity: string;
}

export function edgeAnswer(edge: StoredEdge): EdgeAnswer {
  return { fromEntity: edge.from, toEntity: edge.to, ...saidOf(edge) };
}

export function graphEdge(edge: StoredEdge): GraphEdge {
  return { fromEntity: edge.from.id, toEntity: edge.to.id, ...saidOf(edge) };
}

export function detailsAnswer(edge: StoredEdge): DetailsAnswer {
  const { sqlQuery, pipeline, details, source, createdAt, createdBy, updatedAt, updatedBy, lastSeenAt } = edge;
  return {
    ...(sqlQuery !== null && { sqlQuery }),
    columnsLineage: edge.columns.map(({ fromColumns, toColumn, ...rest }) => ({
      fromColumns: fromColumns.map((path) => columnFqn(edge.from, path)),
      toColumn: columnFqn(edge.to, toColumn),
      ...rest,
    })),
    ...(pipeline && { pipeline }),
    ...details,
    source,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
    ...(lastSeenAt != null && { lastSeenAt }),
  };
}

function saidOf(edge: StoredEdge): Pick<EdgeAnswer, 'description' | 'lineageDetails'> {
  const { description } = edge;
  return { ...(description !== null && { description }), lineageDetails: detailsAnswer(edge) };
}

/** The path is already spelled as in an FQN. */
function columnFqn({ fullyQualifiedName }: Reference, path: string): string {
  return `${fullyQualifiedName}.${path}`;
}
