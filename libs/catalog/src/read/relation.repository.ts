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
}

const TARGET = `t.id, t.type, t.name, t.fqn, t.body ->> 'displayName' as display_name, t.deleted_by is not null as deleted`;

const OUTGOING = {
  name: 'relations-outgoing',
  text: `select r.from_node as node, r.relation, ${TARGET} from entity_reference r join entity t on t.node = r.to_node
         where r.from_node = any($1) and r.relation = any($2) order by r.from_node, r.relation, r.position, t.name, t.id`,
};

const INCOMING = {
  name: 'relations-incoming',
  text: `select r.to_node as node, r.relation, ${TARGET} from entity_reference r join entity t on t.node = r.from_node
         where r.to_node = any($1) and r.relation = any($2) and t.type = any($3) and t.deleted_by is null
         order by r.to_node, r.relation, t.name, t.id`,
};

const BELOW = {
  name: 'relations-below',
  text: `select t.parent as node, null as relation, ${TARGET} from entity t
         where t.parent = any($1) and t.type = any($2) and t.deleted_by is null order by t.parent, t.type, t.name, t.id`,
};

/** Where references are read: at this end, at the other one, or from what lies below. */
type Direction = 'outgoing' | 'incoming' | 'below';

const STATEMENTS: Record<Direction, PreparedStatement> = { outgoing: OUTGOING, incoming: INCOMING, below: BELOW };

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
    for (const direction of ['outgoing', 'incoming', 'below'] as const) {
      const relations = properties.map((property) => ({
        property,
        relation: entityType.relations[property] as Relation,
      }));
      const wanted = relations.filter(({ relation }) => directionOf(relation) === direction);
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
    const values: Record<Direction, unknown[]> = { outgoing: [stored], incoming: [stored, types], below: [types] };
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

function directionOf({ inverse, below }: Relation): Direction {
  if (below) return 'below';
  return inverse ? 'incoming' : 'outgoing';
}

/** Two properties can be read from the same stored relation: the type at the other end tells them apart. */
function propertyOf(row: ReferenceRow, wanted: readonly WantedRelation[], direction: Direction): string | undefined {
  const found = wanted.find(
    ({ property, relation }) =>
      (direction === 'below' || (relation.stored ?? property) === row.relation) &&
      (direction === 'outgoing' || relation.types.includes(row.type)),
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
  };
}
