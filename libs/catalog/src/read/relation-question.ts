import type { Bind } from '@app/database';
import type { EntityType, Relation } from '../definition/entity-type';
import type { Reference } from '../definition/entity-document';

/** A reference as returned by a statement. */
export interface ReferenceRow {
  readonly node: string;
  readonly direction: Direction;
  readonly relation: string | null;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly display_name: string | null;
  readonly deleted: boolean;
  readonly inherited: boolean;
}

/** References that are read at once for several entities: about 40 ms of work until they are sent. */
export const MOST_AT_ONCE = 5_000;

const TARGET = `t.id, t.type, t.name, t.fqn, t.body ->> 'displayName' as display_name, t.deleted_by is not null as deleted`;

/**
 * The elements of a bound array. Written so that PostgreSQL chooses a generic plan: otherwise it would plan each execution anew,
 * which takes longer than running it.
 */
export const elements = (bound: string): string => `array(select unnest(${bound}))`;

/** Where references are read: at this end, here or inherited from ancestors, at the other end, or from children. */
const DIRECTIONS = ['outgoing', 'inherited', 'incoming', 'below'] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * SQL that selects the references of `nodes` (an array, possibly `array[e.node]` of the outer statement); `bind` returns a value's
 * placeholder.
 */
type DirectionSql = (nodes: string, asked: AskedRelations, bind: Bind) => string;

const SQL: Record<Direction, DirectionSql> = {
  outgoing: (nodes, { stored }, bind) => `
    select r.from_node as node, 'outgoing' as direction, r.relation, false as inherited, r.position, ${TARGET}
      from entity_reference r join entity t on t.node = r.to_node
     where r.from_node = any(${nodes}) and r.relation = any(${elements(`${bind(stored)}::text[]`)})`,
  inherited: (nodes, { stored }, bind) => inheritedSql(nodes, `${bind(stored)}::text[]`),
  incoming: (nodes, { stored, types }, bind) => `
    select r.to_node as node, 'incoming' as direction, r.relation, false as inherited, 0 as position, ${TARGET}
      from entity_reference r join entity t on t.node = r.from_node
     where r.to_node = any(${nodes}) and r.relation = any(${elements(`${bind(stored)}::text[]`)})
       and t.type = any(${elements(`${bind(types)}::text[]`)}) and t.deleted_by is null`,
  // Joined, and with the types in words: where few parents have most entities, PostgreSQL would read all of these and look each one's
  // parent up among the nodes, one by one.
  below: (nodes, { types }) => `
    select t.parent as node, 'below' as direction, null as relation, false as inherited, 0 as position, ${TARGET}
      from unnest(${nodes}) above (node) join entity t on t.parent = above.node
     where t.type in (${types.map((type) => `'${type}'`).join(', ')}) and t.deleted_by is null`,
};

/**
 * SQL of outgoing references, and for nodes without a relation of their own, that of their nearest ancestor that has one. Ancestors are
 * walked once per parent and relation: the entities of a page share parents.
 *
 * PostgreSQL expects hundreds of rows of a recursion, and would read whole tables for them in catalogs of some ten thousand entities:
 * subqueries with `offset 0` and scalar ones have it look each row up by index, once for each ancestor (`above`).
 */
function inheritedSql(nodes: string, stored: string): string {
  return `(
    with recursive own (node, parent) as materialized (
      select n.node, n.parent from entity n where n.node = any(${nodes})
    ), line (parent, relation, at) as (
      select distinct o.parent, w.relation, o.parent from own o, unnest((select ${stored})) w(relation) where o.parent is not null
      union all
      select l.parent, l.relation, n.parent
        from line l cross join lateral (select a.parent from entity a where a.node = l.at offset 0) n
       where n.parent is not null and ${hasNone('l.at', 'l.relation')}
    ), above (parent, relation, to_node, position) as materialized (
      select l.parent, l.relation, r.to_node, r.position from line l
       cross join lateral (select * from entity_reference a where a.from_node = l.at and a.relation = l.relation offset 0) r
    )
    select found.node, 'inherited' as direction, found.relation, found.inherited, found.position, ${TARGET} from (
      select r.from_node as node, r.relation, false as inherited, r.to_node, r.position
        from entity_reference r where r.from_node = any(${nodes}) and r.relation = any(${elements(stored)})
      union all
      select o.node, a.relation, true, a.to_node, a.position from above a join own o on o.parent = a.parent
       where ${hasNone('o.node', 'a.relation')}
    ) found cross join lateral (select * from entity a where a.node = found.to_node offset 0) t)`;
}

const hasNone = (node: string, relation: string): string =>
  `(select true from entity_reference x where x.from_node = ${node} and x.relation = ${relation} limit 1) is null`;

/** SQL of some of these rows: no more are even looked for. */
export const limited = (rows: string, most: number | undefined): string =>
  most === undefined ? rows : `select * from (${rows}) f limit ${most}`;

/** The order of the references of one relation: as written, or by name if stored at the other end. */
export const ORDER = 'x.position, x.name, x.id';
const AGGREGATED = `json_agg(x order by ${ORDER})::text`;

type Related = Pick<EntityType, 'relations'> & { readonly parents: readonly unknown[] };

interface AskedRelation {
  readonly property: string;
  readonly relation: Relation;
}

/** Relations read in the same direction. */
class AskedRelations {
  readonly stored: readonly string[];
  readonly types: readonly string[];

  constructor(private readonly asked: readonly AskedRelation[]) {
    this.stored = asked.map(({ property, relation }) => relation.stored ?? property);
    this.types = asked.flatMap(({ relation }) => relation.types);
  }

  /** Two properties can be read from the same stored relation: the target type distinguishes them. */
  propertyOf({ relation: stored, type, direction }: ReferenceRow): string | undefined {
    const found = this.asked.find(
      ({ property, relation }) =>
        (direction === 'below' || (relation.stored ?? property) === stored) &&
        (direction === 'outgoing' || direction === 'inherited' || relation.types.includes(type)),
    );
    return found?.property;
  }
}

/** Relations of entities of one type as part of a statement: builds the SQL and parses its rows. */
export class RelationQuestion {
  /** Part of the statement name: the directions, and the types that stand in the statement in words. */
  readonly name: string;
  private readonly byDirection = new Map<Direction, AskedRelations>();

  /** @param entityType of the entities; for several types: their shared relations, with parents if one has some */
  constructor(entityType: Related, properties: readonly string[]) {
    const asked = properties.map((property) => ({ property, relation: entityType.relations[property] as Relation }));
    for (const direction of DIRECTIONS) {
      const ofDirection = asked.filter(({ relation }) => directionOf(relation, entityType) === direction);
      if (ofDirection.length) this.byDirection.set(direction, new AskedRelations(ofDirection));
    }
    const nameOf = (direction: Direction, { types }: AskedRelations): string =>
      direction === 'below' ? [direction, ...types].join('-') : direction;
    this.name = [...this.byDirection].map((one) => nameOf(...one)).join('+');
  }

  get isEmpty(): boolean {
    return this.byDirection.size === 0;
  }

  /**
   * Rows of references, unordered.
   * @param nodes SQL of an array of nodes
   * @param mostElsewhere of those that are stored with the other end, the first by name; all, where it is absent
   */
  sql(nodes: string, bind: Bind, mostElsewhere?: number): string {
    const parts = [...this.byDirection].map(([direction, asked]) => {
      const rows = SQL[direction](nodes, asked, bind);
      const isCut = mostElsewhere !== undefined && (direction === 'incoming' || direction === 'below');
      return isCut ? `(select * from (${rows}) d order by d.name, d.id limit ${mostElsewhere})` : rows;
    });
    return parts.join(' union all ');
  }

  /**
   * A subquery of `node`, `relations` (JSON for `parse`) and their `count`: the references of each node that has any.
   * @param most rows of all nodes together, more than which are not even looked for
   */
  grouped(nodes: string, bind: Bind, most?: number): string {
    const rows = limited(this.sql(nodes, bind), most);
    return `(select x.node, ${AGGREGATED} as relations, count(*) from (${rows}) x group by x.node)`;
  }

  /** An SQL expression: the references of one node as JSON, for `parse`. @param most rows more than which are not even looked for */
  column(node: string, bind: Bind, most?: number): string {
    return `(select ${AGGREGATED} from (${limited(this.sql(`array[${node}]`, bind), most)}) x)`;
  }

  /** The references of one node by property, from the JSON of `column`. */
  parse(json: string | null | undefined): Map<string, Reference[]> {
    return this.byProperty(rowsIn(json));
  }

  /** `parse`, but undefined where there are more than so many. */
  parseFew(json: string | null | undefined, most: number): Map<string, Reference[]> | undefined {
    const rows = rowsIn(json);
    return rows.length > most ? undefined : this.byProperty(rows);
  }

  byProperty(rows: readonly ReferenceRow[]): Map<string, Reference[]> {
    const found = new Map<string, Reference[]>();
    for (const row of rows) {
      const property = this.byDirection.get(row.direction)?.propertyOf(row);
      if (property === undefined) continue;
      const references = found.get(property);
      if (references) references.push(toReference(row));
      else found.set(property, [toReference(row)]);
    }
    return found;
  }
}

const rowsIn = (json: string | null | undefined): ReferenceRow[] =>
  json == null ? [] : (JSON.parse(json) as ReferenceRow[]);

function directionOf({ inverse, below, inherited }: Relation, { parents }: Related): Direction {
  if (below) return 'below';
  if (inverse) return 'incoming';
  return inherited && parents.length ? 'inherited' : 'outgoing';
}

type NamedRow = Omit<ReferenceRow, 'node' | 'relation' | 'direction' | 'inherited'> & { readonly inherited?: boolean };

/** An entity as a statement names it, as the API does. */
export function toReference(row: NamedRow): Reference {
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
