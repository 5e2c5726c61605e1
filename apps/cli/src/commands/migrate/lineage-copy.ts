import type { CatalogClient } from '../../connection/catalog-client';
import { isObject } from '../../document/document-file';
import { referenceIn } from './body-to-send';
import { type Copied, type Document, picked } from './collections';
import type { MigrationState } from './migration-state';
import type { Source } from './source';

/** Requests to the source at one time. */
const AT_ONCE = 8;
/** The members of an edge that are its own. */
const DETAILS = ['sqlQuery', 'columnsLineage', 'description', 'source'];

/** Copies the edges that begin at each asset of a page. */
export class LineageCopy {
  constructor(
    private readonly source: Source,
    private readonly target: CatalogClient,
    private readonly state: MigrationState,
  ) {}

  async page({ type }: Copied, documents: readonly Document[]): Promise<void> {
    const edges: object[] = [];
    for (let at = 0; at < documents.length; at += AT_ONCE) {
      const asked = documents.slice(at, at + AT_ONCE).map((document) => this.edgesFrom(type, document));
      edges.push(...(await Promise.all(asked)).flat());
    }
    if (edges.length === 0) return;
    const { results = [] } = await this.target.json<{
      results?: readonly { readonly error?: { readonly message: string } }[];
    }>({
      ...{ method: 'PUT', path: '/lineage/bulk', body: { edges } },
      what: 'Writing lineage',
    });
    for (const [at, { error }] of results.entries()) {
      if (error)
        this.state.progress.refused.push({ what: `edge ${ends(edges[at])}`, reason: error.message.slice(0, 500) });
      else this.state.progress.edges++;
    }
  }

  private async edgesFrom(type: string, { id, fullyQualifiedName }: Document): Promise<object[]> {
    const path = `/lineage/${type}/name/${encodeURIComponent(String(fullyQualifiedName))}`;
    const graph = await this.source.object(path, { upstreamDepth: 0, downstreamDepth: 1 });
    if (!graph) return [];
    const { entity, nodes, downstreamEdges } = graph;
    const named = new Map([entity, ...list(nodes)].filter(isObject).map((node) => [node.id, referenceIn(node)]));
    return list(downstreamEdges)
      .filter(isObject)
      .filter(({ fromEntity }) => idOf(fromEntity) === id)
      .flatMap((edge) => {
        const [from, to] = [named.get(idOf(edge.fromEntity)), named.get(idOf(edge.toEntity))];
        return from && to ? [toSend(edge, from, to)] : [];
      });
  }
}

function toSend({ description, lineageDetails }: Document, fromEntity: object, toEntity: object): object {
  const told = isObject(lineageDetails) ? lineageDetails : {};
  const pipeline = referenceIn(told.pipeline);
  return {
    ...{ fromEntity, toEntity },
    ...(typeof description === 'string' ? { description } : {}),
    lineageDetails: { ...picked(told, DETAILS), ...(pipeline && { pipeline }) },
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Ends of edges are ids, in some answers references. */
const idOf = (end: unknown): unknown => (isObject(end) ? end.id : end);

function ends(edge: unknown): string {
  const { fromEntity, toEntity } = edge as Record<string, { readonly fullyQualifiedName: string }>;
  return `${fromEntity?.fullyQualifiedName} → ${toEntity?.fullyQualifiedName}`;
}
