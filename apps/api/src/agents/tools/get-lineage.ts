import { LINEAGE_TYPES, MOST_NEAR_HOPS } from '@app/lineage';
import { ChoiceProperty, IntegerProperty, TextProperty } from '../../http/input';
import type { Json } from '../catalog-calls';
import { fittingLists, present, shortened } from '../bounded';
import { defineTool } from '../tool';
import { count, LINKS, list, object, OMITTED, text } from '../tool-schema';
import { ASSET_NAME, ASSET_TYPE, assetNamed } from '../named-entity';
import { objects } from './shown';

const TYPES = [...new Set(['table', ...LINEAGE_TYPES])];

class LineageInput {
  @TextProperty({ required: true, description: ASSET_NAME })
  asset!: string;

  @ChoiceProperty({ of: TYPES, description: ASSET_TYPE })
  type?: string;

  @IntegerProperty({ min: 0, max: MOST_NEAR_HOPS, description: 'Number of upstream hops' })
  upstreamDepth = 1;

  @IntegerProperty({ min: 0, max: MOST_NEAR_HOPS, description: 'Number of downstream hops' })
  downstreamDepth = 1;
}

const EDGE = object({ from: text, to: text }, { columns: count, sqlQuery: text });

export const getLineage = defineTool<LineageInput>({
  name: 'get_lineage',
  title: 'Lineage around an asset',
  description:
    'Reads what an asset is made of (upstream) and what is made of it (downstream), as edges between fully qualified names. For what a ' +
    'change of a contract reaches take check_change.',
  input: LineageInput,
  output: object(
    { type: text, fullyQualifiedName: text, links: LINKS },
    {
      upstream: list(EDGE),
      downstream: list(EDGE),
      nodes: list(object({ fullyQualifiedName: text, type: text }), 'The assets of the edges, with their types'),
      omitted: OMITTED,
    },
  ),
  readsOnly: true,
  run: async ({ asset, type: given, ...depths }, catalog) => {
    const { type, entity: found } = await assetNamed(catalog, { asset, type: given }, TYPES);
    const answer = await catalog.get(`/lineage/${type}/${String(found.id)}`, depths);
    const entity = answer.entity as { id: string; fullyQualifiedName: string };
    const nodes = objects(answer.nodes);
    const names = new Map([entity, ...nodes].map(({ id, fullyQualifiedName }) => [id, String(fullyQualifiedName)]));
    const edges = (all: unknown) => objects(all).map((edge) => shownEdge(edge, names));
    return {
      ...{ type, fullyQualifiedName: entity.fullyQualifiedName },
      ...fittingLists({
        upstream: edges(answer.upstreamEdges),
        downstream: edges(answer.downstreamEdges),
        nodes: nodes.map(({ fullyQualifiedName, type: of }) => ({ fullyQualifiedName, type: of })),
      }),
      links: catalog.links.lineage(type, entity.id, entity.fullyQualifiedName),
    };
  },
});

function shownEdge({ fromEntity, toEntity, lineageDetails }: Json, names: ReadonlyMap<unknown, string>): object {
  const { columnsLineage, sqlQuery } = (lineageDetails ?? {}) as Json;
  const columns = objects(columnsLineage).length;
  return present({
    from: names.get(fromEntity) ?? String(fromEntity),
    to: names.get(toEntity) ?? String(toEntity),
    columns: columns > 0 ? columns : undefined,
    sqlQuery: shortened(sqlQuery, 200),
  });
}
