import type { EntityKey } from '@app/catalog';
import { isUuid } from '@app/common';
import {
  LINEAGE_TYPES,
  MOST_HOPS,
  MOST_NEAR_HOPS,
  MOST_NODES,
  type EdgeKey,
  type EndKey,
  type GraphRequest,
  type NeighbourhoodRequest,
} from '@app/lineage';
import { BooleanProperty, ChoiceProperty, IntegerProperty, Property, ruleOf, TextProperty } from '../../http/input';

const DIRECTIONS = ['both', 'upstream', 'downstream'] as const;
const PATH_DIRECTIONS = ['either', 'upstream', 'downstream'] as const;
const DELETED = 'Include deleted assets. Default: a deleted asset hides the assets beyond it';

/** How far a neighbourhood goes. */
export class NeighbourhoodQuery implements NeighbourhoodRequest {
  @IntegerProperty({ min: 0, max: MOST_NEAR_HOPS, description: 'Number of upstream hops' })
  upstreamDepth = 1;

  @IntegerProperty({ min: 0, max: MOST_NEAR_HOPS, description: 'Number of downstream hops' })
  downstreamDepth = 1;

  @BooleanProperty({ description: DELETED })
  includeDeleted = false;
}

/** The same, with the asset that it is about. */
export class NamedNeighbourhoodQuery extends NeighbourhoodQuery {
  @TextProperty({ required: true, description: 'FQN of the asset', example: 'shop_warehouse.shop.sales.orders' })
  fqn!: string;

  @TypeParameter('Type of the asset', true)
  type!: string;
}

export class GraphQuery {
  @TypeParameter('Type of the asset', true)
  type!: string;

  @TextProperty<GraphQuery>({
    description: 'FQN of the asset; this or id is required',
    further: (fqn, { id }) =>
      fqn === undefined && id === undefined
        ? 'is required, or id'
        : fqn !== undefined && id !== undefined
          ? 'cannot be given together with id; send one of them'
          : undefined,
  })
  fqn?: string;

  @TextProperty({ min: 0, description: 'Id of the asset' })
  id?: string;

  @ChoiceProperty({ of: DIRECTIONS, description: 'Direction' })
  direction: (typeof DIRECTIONS)[number] = 'both';

  @IntegerProperty({ min: 0, max: MOST_HOPS, description: 'Number of hops' })
  depth = 3;

  @IntegerProperty({ min: 1, max: MOST_NODES, description: 'Maximum number of nodes of a page' })
  nodes = 1_000;

  @TextProperty({ min: 0, description: 'Cursor: `paging.after` of the previous answer' })
  after?: string;

  @TextProperty({
    min: 0,
    description: 'Show assets of these types only, separated by commas',
    further: (list) => {
      const wrong = typeof list === 'string' && list.split(',').find((type) => !LINEAGE_TYPES.includes(type));
      return typeof wrong === 'string'
        ? `must be a comma-separated list of ${LINEAGE_TYPES.join(', ')}; got ${JSON.stringify(wrong.slice(0, 100))}`
        : undefined;
    },
  })
  entityType?: string;

  @TextProperty({ min: 0, description: 'Filters by the FQN of a tag, set on the asset or on a part of it' })
  tag?: string;

  @TextProperty({ min: 0, description: 'Show assets of this service only: its FQN' })
  service?: string;

  @BooleanProperty({ description: 'Edges include their column lineage' })
  columns = false;

  @BooleanProperty({ description: 'Count the whole traversal by hop; false stops after the page, which is faster' })
  counts = true;

  @BooleanProperty({ description: DELETED })
  includeDeleted = false;
}

export class PathQuery {
  @TextProperty({
    required: true,
    description: 'Id or FQN of the first asset',
    example: 'shop_warehouse.shop.sales.orders',
  })
  from!: string;

  @TextProperty({
    required: true,
    description: 'Id or FQN of the second asset',
    example: 'shop_warehouse.shop.sales.payments',
  })
  to!: string;

  @TypeParameter('Type of the first asset, where another has the same FQN')
  fromType?: string;

  @TypeParameter('Type of the second asset')
  toType?: string;

  @ChoiceProperty({
    of: PATH_DIRECTIONS,
    description: 'downstream: edges lead from the first to the second; either: the shorter path',
  })
  direction: (typeof PATH_DIRECTIONS)[number] = 'either';
}

/** A type of assets. What stands there is judged by the service, whose answer is that of an asset which is not there. */
function TypeParameter(description: string, required = false): PropertyDecorator {
  return Property(
    { description, required },
    ruleOf('a type of assets', (value) => value !== '' && typeof value === 'string', {
      type: 'string',
      enum: [...LINEAGE_TYPES],
    }),
  );
}

export function graphRequest({ type: _type, fqn: _fqn, id: _id, entityType, ...walk }: GraphQuery): GraphRequest {
  return { ...walk, ...(entityType !== undefined && { types: entityType.split(',') }) };
}

export function assetKey({ fqn, id }: GraphQuery): EntityKey {
  return id === undefined ? { fqn: fqn ?? '' } : { id };
}

/** Two assets, each by id or by FQN, with its type where the FQN alone is not enough. */
export function edgeKey({ from, fromType, to, toType }: PathQuery): EdgeKey {
  return { from: endOf(from, fromType), to: endOf(to, toType) };
}

function endOf(named: string, type: string | undefined): EndKey {
  return { ...(isUuid(named) ? { id: named } : { fqn: named }), ...(type !== undefined && { type }) };
}
