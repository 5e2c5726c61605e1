import { MOST_LABELLED_ASSETS, VOTES, type Vote } from '@app/catalog';
import {
  ChoiceProperty,
  IntegerProperty,
  Property,
  ruleOf,
  SchemaProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';

export class RestoreDto {
  @UuidProperty({
    required: true,
    allowed: 'the UUID of the entity, as in {"id": "<UUID>"}',
    example: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  })
  id!: string;
}

/** A user by id: as a JSON string, or as an object. */
export class FollowerDto {
  static readonly fromBody = (sent: unknown): unknown => (typeof sent === 'string' ? { id: sent } : sent);

  @UuidProperty({ required: true, allowed: 'the UUID of a user: as a JSON string, or as {"id": "…"}' })
  id!: string;

  @SchemaProperty({ schema: {}, description: 'Accepted for compatibility with clients that send it' })
  type?: unknown;
}

/** Create bodies, checked one by one; also as an array without the object around them. */
export class EntitiesDto {
  static readonly fromBody = (sent: unknown): unknown => (Array.isArray(sent) ? { entities: sent as unknown[] } : sent);

  @SchemaProperty({ required: true, schema: { type: 'array' } })
  entities!: unknown[];
}

export class VoteDto {
  @ChoiceProperty({ required: true, of: VOTES, example: 'votedUp' })
  updatedVoteType!: Vote;
}

/** A page of assets; with both at their most it reaches as far as searches do. */
export class AssetListQuery {
  @IntegerProperty({ min: 0, max: 1_000, description: 'Assets of the page; 0: the total alone' })
  limit = 10;

  @IntegerProperty({ min: 0, max: 9_000, description: 'Assets before the page' })
  offset = 0;

  @TextProperty({
    description: 'Filters by types, comma-separated; default: every type, including contracts and test cases',
    example: 'table,topic',
  })
  entityType?: string;
}

// Generators for Java make no class of a list of one boolean.
const NoDryRun = Property(
  { description: 'Accepted for compatibility with clients that send it' },
  ruleOf('false: there is no dry run', (value) => value === false, { type: 'boolean', not: { const: true } }),
);

export class AssetsDto {
  // References: the service says of which types.
  @Property(
    { required: true, example: [{ id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', type: 'table' }] },
    ruleOf('a list of references: {"assets": [{"id", "type"}, …]}', () => true, {
      type: 'array',
      maxItems: 1_000,
      items: { $ref: '#/components/schemas/EntityReference' },
    }),
  )
  assets!: unknown;

  @NoDryRun
  dryRun?: false;
}

/** `AssetsDto`, but each asset is changed by itself. */
export class LabelledAssetsDto {
  @Property(
    { required: true, example: [{ id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', type: 'table' }] },
    ruleOf(
      `a list of at most ${MOST_LABELLED_ASSETS} references: {"assets": [{"id", "type"}, …]}`,
      (value) => Array.isArray(value) && value.length <= MOST_LABELLED_ASSETS,
      { type: 'array', maxItems: MOST_LABELLED_ASSETS, items: { $ref: '#/components/schemas/EntityReference' } },
    ),
  )
  assets!: readonly object[];

  @NoDryRun
  dryRun?: false;
}
