import type { PreparedStatement } from '@app/database';
import { oncePerType, type EntityType } from '../../definition/entity-type';
import { entitySelect, type EntityRow } from '../../read/entity-row';
import { allFields } from '../../query/field-list';
import { bind, detailValues } from '../../read/query/question-sql';
import { statementName } from '../../query/queryable';
import { RelationQuestion, type ReferenceRow } from '../../read/relation-question';
import { placeStamp } from '../../read/whole-stamp';

/** The columns that a read of an entity that has just been created below the parent would show beside its own, and the parent. */
export type LocationRow = EntityRow & {
  readonly place_node: string;
  readonly place_root: string;
  readonly place_id: string;
  readonly place_name: string;
  readonly place_fqn: string;
  readonly place_display_name: string | null;
  /** The versions of the rows that all of it follows from; null where these are not known. */
  readonly place_stamp: string | null;
};

/** A read of a parent; its type and key follow the values. */
interface LocationStatement {
  readonly statement: PreparedStatement;
  readonly values: readonly unknown[];
}

type LocationStatements = Readonly<Record<'id' | 'fqn', LocationStatement>>;

/** An entity of no row: nothing refers to it, and there is nothing below it. */
const NEW = `null::bigint as node, null::uuid as id, null::text as type, null::text as name, null::text as fqn, 1 as version,
      null::bigint as updated_at, null::text as updated_by, null::bigint as deleted_by, '{}'::jsonb as body, '{}'::jsonb as details,
      above.node as parent, coalesce(above.root, above.node) as root,
      above.node as place_node, coalesce(above.root, above.node) as place_root, above.id as place_id, above.name as place_name,
      above.fqn as place_fqn, above.body ->> 'displayName' as place_display_name`;

const COLUMNS = ['node', 'root', 'id', 'name', 'fqn', 'display_name'].map((name) => `e.place_${name}`);

/** Reads of the parents of a type; undefined for a type whose parents have no stamp. */
export const locationStatements = oncePerType((entityType): LocationStatements | undefined => {
  const stamp = placeStamp(entityType);
  if (stamp === undefined) return undefined;
  const statement = (by: 'id' | 'fqn'): LocationStatement => {
    const values = allFields(entityType).attributes.length ? detailValues(allFields(entityType)) : [];
    const inherited = inheritedRelations(entityType);
    // The references of the parent, its own or inherited, are those that an entity below it inherits.
    const relations = inherited.isEmpty ? undefined : inherited.column('e.parent', (bound) => bind(values, bound));
    const [type, key] = [values.length + 1, values.length + 2];
    const isKey =
      by === 'id' ? `above.id = $${key}::uuid` : `md5(above.fqn)::uuid = md5($${key})::uuid and above.fqn = $${key}`;
    const rows = `(select ${NEW} from entity above where above.type = $${type} and ${isKey} and above.deleted_by is null)`;
    const more = [...COLUMNS, `${stamp} as place_stamp`];
    const text = entitySelect(entityType, values.length > 0, { rows, relations, more });
    return { statement: { name: statementName('place', entityType.type, by), text }, values };
  };
  return { id: statement('id'), fqn: statement('fqn') };
});

function inheritedRelations(entityType: EntityType): RelationQuestion {
  const { relations } = allFields(entityType);
  const names = relations.filter((name) => {
    const { inherited, inverse, below } = entityType.relations[name] ?? {};
    return inherited === true && !inverse && !below;
  });
  return new RelationQuestion(entityType, names);
}

/** The references of a parent, as those of an entity below it. */
export function inheritedBelow(json: string | null | undefined): string | null {
  if (json == null) return null;
  const rows = JSON.parse(json) as ReferenceRow[];
  return JSON.stringify(rows.map((row) => ({ ...row, inherited: true })));
}
