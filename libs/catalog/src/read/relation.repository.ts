import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType, Relation } from '../definition/entity-type';
import type { Queryable } from './queryable';

/** A reference as it is answered. */
export interface Reference {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly displayName?: string;
  readonly deleted: boolean;
  /** It is that of an ancestor: shown here, not stored here. */
  readonly inherited?: true;
}

/** node → relation property → references in their order. */
export type RelationsOfNodes = Map<string, Map<string, Reference[]>>;

interface ReferenceRow {
  readonly node: string;
  readonly relation: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly display_name: string | null;
  readonly deleted: boolean;
  readonly inherited?: boolean;
}

const TARGET = `t.id, t.type, t.name, t.fqn, t.body ->> 'displayName' as display_name, t.deleted_by is not null as deleted`;

/**
 * The nodes and the relations. Written so that a plan for any of them costs what one for these does: PostgreSQL would plan anew each
 * time otherwise, which takes longer than running.
 */
const NODES = `array(select unnest($1::bigint[]))`;
const TEXTS = `array(select unnest($2::text[]))`;

const OUTGOING = {
  name: 'relations-outgoing',
  text: `select r.from_node as node, r.relation, ${TARGET} from entity_reference r join entity t on t.node = r.to_node
         where r.from_node = any(${NODES}) and r.relation = any(${TEXTS}) order by r.from_node, r.relation, r.position, t.name, t.id`,
};

/**
 * As outgoing, and for nodes that have none of a relation those of their nearest ancestor that has. The way up is gone once
 * for each parent and relation: the entities of a page share their parents.
 */
const INHERITED = {
  name: 'relations-inherited',
  text: `
    with recursive own (node, parent) as materialized (
      select e.node, e.parent from entity e where e.node = any(${NODES})
    ), line (parent, relation, at) as (
      select distinct o.parent, w.relation, o.parent from own o, unnest((select $2::text[])) w(relation) where o.parent is not null
      union all
      select l.parent, l.relation, e.parent from line l join entity e on e.node = l.at
       where e.parent is not null
         and not exists (select 1 from entity_reference x where x.from_node = l.at and x.relation = l.relation)
    )
    select found.node, found.relation, found.inherited, ${TARGET} from (
      select r.from_node as node, r.relation, false as inherited, r.to_node, r.position
        from entity_reference r where r.from_node = any(${NODES}) and r.relation = any(${TEXTS})
      union all
      select o.node, r.relation, true, r.to_node, r.position
        from line l join entity_reference r on r.from_node = l.at and r.relation = l.relation join own o on o.parent = l.parent
       where not exists (select 1 from entity_reference x where x.from_node = o.node and x.relation = r.relation)
    ) found join entity t on t.node = found.to_node
     order by found.node, found.relation, found.position, t.name, t.id`,
};

const INCOMING = {
  name: 'relations-incoming',
  text: `select r.to_node as node, r.relation, ${TARGET} from entity_reference r join entity t on t.node = r.from_node
         where r.to_node = any(${NODES}) and r.relation = any(${TEXTS}) and t.type = any(array(select unnest($3::text[]))) and t.deleted_by is null
         order by r.to_node, r.relation, t.name, t.id`,
};

const BELOW = {
  name: 'relations-below',
  text: `select t.parent as node, null as relation, ${TARGET} from entity t
         where t.parent = any(${NODES}) and t.type = any(${TEXTS}) and t.deleted_by is null order by t.parent, t.type, t.name, t.id`,
};

/** Where references are read: at this end, here or on the way up, at the other end, or from what lies below. */
const DIRECTIONS = ['outgoing', 'inherited', 'incoming', 'below'] as const;
type Direction = (typeof DIRECTIONS)[number];

const STATEMENTS: Record<Direction, PreparedStatement> = {
  outgoing: OUTGOING,
  inherited: INHERITED,
  incoming: INCOMING,
  below: BELOW,
};

@Injectable()
export class RelationRepository {
  /** The references of a page of entities of one type: at most one statement for each direction. */
  async relationsOf(
    db: Queryable,
    entityType: EntityType,
    nodes: readonly string[],
    properties: readonly string[],
  ): Promise<RelationsOfNodes> {
    const found: RelationsOfNodes = new Map(nodes.map((node) => [node, new Map()]));
    const relations = properties.map((property) => ({
      property,
      relation: entityType.relations[property] as Relation,
    }));
    for (const direction of DIRECTIONS) {
      const wanted = relations.filter(({ relation }) => directionOf(relation, entityType) === direction);
      if (wanted.length && nodes.length) await this.collect(db, found, wanted, direction);
    }
    return found;
  }

  private async collect(
    db: Queryable,
    found: RelationsOfNodes,
    wanted: readonly WantedRelation[],
    direction: Direction,
  ): Promise<void> {
    const stored = wanted.map(({ property, relation }) => relation.stored ?? property);
    const types = wanted.flatMap(({ relation }) => relation.types);
    const values: Record<Direction, unknown[]> = {
      outgoing: [stored],
      inherited: [stored],
      incoming: [stored, types],
      below: [types],
    };
    const rows = await db.read<ReferenceRow>(STATEMENTS[direction], [[...found.keys()], ...values[direction]]);
    for (const row of rows) {
      const property = propertyOf(row, wanted, direction);
      if (property === undefined) continue;
      const ofNode = found.get(row.node) as Map<string, Reference[]>;
      const references = ofNode.get(property);
      if (references) references.push(toReference(row));
      else ofNode.set(property, [toReference(row)]);
    }
  }
}

interface WantedRelation {
  readonly property: string;
  readonly relation: Relation;
}

function directionOf({ inverse, below, inherited }: Relation, { parents }: EntityType): Direction {
  if (below) return 'below';
  if (inverse) return 'incoming';
  return inherited && parents.length ? 'inherited' : 'outgoing';
}

/** Two properties can be read from the same stored relation: the type at the other end tells them apart. */
function propertyOf(row: ReferenceRow, wanted: readonly WantedRelation[], direction: Direction): string | undefined {
  const found = wanted.find(
    ({ property, relation }) =>
      (direction === 'below' || (relation.stored ?? property) === row.relation) &&
      (direction === 'outgoing' || direction === 'inherited' || relation.types.includes(row.type)),
  );
  return found?.property;
}

export function toReference(row: Omit<ReferenceRow, 'node' | 'relation'>): Reference {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    fullyQualifiedName: row.fqn,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    deleted: row.deleted,
    ...(row.inherited ? { inherited: true } : {}),
  };
}
