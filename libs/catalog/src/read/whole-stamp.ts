import type { EntityType } from '../definition/entity-type';
import { ancestorAliases, joinedAncestors, stampedRows, versionsOf } from './entity-row';
import { allFields } from '../query/field-list';
import { stampStatements, type StampStatements } from './stamp-reader';

/** The nodes that an entity's own and inherited references start from, where its line of ancestors is known (`isWholeLine`). */
const LINE = ['e.parent', 'p.parent', 'g.parent'] as const;

/**
 * Whether a stamp of everything can be made: the whole entity follows from its own row, its ancestors', references from these, few
 * children, and computed values. Not where references are stored at the other end, of which there may be thousands, or with a side table.
 */
function hasWholeStamp(entityType: EntityType): boolean {
  const asked = relationsOf(entityType);
  return !entityType.side && asked.every(({ inverse, below, many }) => !inverse && !(below && many));
}

const relationsOf = (entityType: EntityType): EntityType['relations'][string][] =>
  allFields(entityType).relations.flatMap((name) => entityType.relations[name] ?? []);

/**
 * SQL of the versions of all rows that an entity with all fields is made of: its own, a space, then its `surroundings`. Two readings with
 * the same text are the same document. Null for an entity with ancestors that the type's reads do not join. Undefined for a type whose
 * entities are made of more.
 */
export function wholeStamp(entityType: EntityType): string | undefined {
  const rest = surroundings(entityType);
  return rest === undefined ? undefined : `e.xmin::text || ' ' || ${rest}`;
}

/**
 * SQL of the versions of the rows that an entity with all fields is made of beside its own: its ancestors', each reference from it and from
 * them with the row that it leads to, its children, and its computed values but those that follow from references. Null and undefined as
 * `wholeStamp`.
 */
export function surroundings(entityType: EntityType): string | undefined {
  if (!hasWholeStamp(entityType)) return undefined;
  const below = relationsOf(entityType).flatMap((relation) => (relation.below ? relation.types : []));
  const computed = Object.values(entityType.attributes).flatMap(({ computed: sql, ofReferences }) =>
    sql && !ofReferences ? [`(${sql})::text`] : [],
  );
  const parts = [
    versionsOf(ancestorAliases(entityType)),
    referencesFrom(nodesOf(entityType)),
    ...(below.length ? [childrenOf(below)] : []),
  ];
  const text = `json_build_array(${[...parts, ...computed].join(', ')})::text`;
  return `case when ${isWholeLine(entityType)} then ${text} end`;
}

/** The parts of a whole stamp: the version of the entity's own row, and the versions of what surrounds it. */
export interface Stamp {
  readonly own: string;
  readonly surroundings: string;
}

/** @param stamp as `wholeStamp` gives it */
export function partsOfStamp(stamp: string): Stamp {
  const at = stamp.indexOf(' ');
  return { own: stamp.slice(0, at), surroundings: stamp.slice(at + 1) };
}

/** The whole stamps of nodes. Undefined as `wholeStamp`. */
export function wholeStampStatements(entityType: EntityType): StampStatements | undefined {
  const stamp = wholeStamp(entityType);
  return stamp === undefined
    ? undefined
    : stampStatements('whole-stamp', entityType.type, stamp, stampedRows(entityType));
}

/**
 * SQL of the versions of all rows that the answer of a new asset without references is made of, beside its own row: its ancestors', and each
 * reference from them, which it may inherit. Computed values of an asset without any rows are the same for each. Null and undefined as
 * `wholeStamp`.
 */
export function placeStamp(entityType: EntityType): string | undefined {
  const aliases = ancestorAliases(entityType);
  if (!entityType.traits.asset || aliases.length === 0 || !hasWholeStamp(entityType)) return undefined;
  const references = referencesFrom(`array[${knownOf(entityType).join(', ')}]`);
  return `case when ${isWholeLine(entityType)} then json_build_array(${versionsOf(aliases)}, ${references})::text end`;
}

/** SQL of one row with the stamp of a parent, as `stamp`. @param parent @param root SQL of nodes */
export function placeStampOf(entityType: EntityType, stamp: string, parent: string, root: string): string {
  return `select ${stamp} as stamp from ${stampedRows(entityType, `(select ${parent} as parent, ${root} as root)`)}`;
}

/** How many of {@link LINE} lead to rows that are joined: one for each, the root being the last. */
const knownOf = (entityType: EntityType): readonly string[] => LINE.slice(0, joinedAncestors(entityType).length);

/** Every ancestor is joined: the last that is known is the root. */
function isWholeLine(entityType: EntityType): string {
  const known = knownOf(entityType);
  return known.length === 0
    ? 'e.parent is null'
    : `e.root is not distinct from coalesce(${known.toReversed().join(', ')})`;
}

const nodesOf = (entityType: EntityType): string => `array[${['e.node', ...knownOf(entityType)].join(', ')}]`;

const referencesFrom = (nodes: string): string => `(
  select string_agg(concat_ws(' ', x.from_node, x.relation, x.to_node, x.xmin, t.xmin), ',' order by x.from_node, x.relation, x.to_node)
    from entity_reference x cross join lateral (select o.xmin from entity o where o.node = x.to_node offset 0) t
   where x.from_node = any(${nodes}))`;

const childrenOf = (types: readonly string[]): string => `(
  select string_agg(concat_ws(' ', x.node, x.xmin), ',' order by x.node) from entity x
   where x.parent = e.node and x.type in (${types.map((type) => `'${type}'`).join(', ')}))`;
