import { oncePer } from '@app/common';
import type { EntityRow } from './entity-row';
import type { FieldSelection } from '../query/field-list';
import type { Reference } from '../definition/entity-document';

/** A member of a response, and the column of its JSON. */
interface Member {
  readonly property: string;
  readonly column: keyof EntityRow;
}

interface Members {
  /** From ancestors and the side table, which come before the requested attributes. */
  readonly base: readonly Member[];
  readonly requested: readonly Member[];
}

/** The names of columns, made once for all rows of a selection. */
export const membersOf = oncePer(({ entityType, attributes }: FieldSelection): Members => {
  const { ancestors, side } = entityType;
  const sides = Object.keys(side?.properties ?? {});
  return {
    base: [
      ...ancestors.map(({ property }): Member => ({ property, column: `a_${property}` })),
      ...sides.map((property): Member => ({ property, column: `s_${property}` })),
    ],
    requested: attributes.map((property): Member => ({ property, column: `c_${property}` })),
  };
});

/**
 * The JSON response for one row. JSON text from PostgreSQL is passed through without parsing.
 * @param hrefStart `"http://host:port/api/v1/tables/`: links are absolute
 */
export function entityJson(
  row: EntityRow,
  selection: FieldSelection,
  relations: ReadonlyMap<string, readonly Reference[]>,
  hrefStart: string,
): string {
  let json = `{"id":"${row.id}","name":${JSON.stringify(row.name)},"fullyQualifiedName":${JSON.stringify(row.fqn)}`;
  json += `,"version":${row.version / 10},"updatedAt":${row.updated_at},"updatedBy":${JSON.stringify(row.updated_by)}`;
  json += `,"href":${hrefStart}${row.id}","deleted":${row.deleted}${members(row.body)}`;
  if (row.root_service_type != null) json += `,"serviceType":${JSON.stringify(row.root_service_type)}`;
  const { base, requested } = membersOf(selection);
  for (const one of base) json += member(one, row);
  if (row.details !== null) json += members(row.details);
  if (row.defaults !== null) json += members(row.defaults);
  for (const one of requested) json += member(one, row);
  return `${json}${relationsJson(relations, selection)}}`;
}

/** The members that are references, behind all others. */
export function relationsJson(relations: ReadonlyMap<string, readonly Reference[]>, selection: FieldSelection): string {
  let json = '';
  for (const property of selection.relations) json += relationJson(property, relations.get(property) ?? [], selection);
  return json;
}

function member({ property, column }: Member, row: EntityRow): string {
  const json = row[column] as string | null | undefined;
  return json == null ? '' : `,"${property}":${json}`;
}

/** The members of a stored object, behind others. */
const members = (object: string): string => (object === '{}' ? '' : `,${object.slice(1, -1)}`);

function relationJson(
  property: string,
  references: readonly Reference[],
  { entityType, singleOwner }: FieldSelection,
): string {
  if (!entityType.relations[property]?.many)
    return references[0] ? `,"${property}":${JSON.stringify(references[0])}` : '';
  if (!references.length) return `,"${property}":[]`;
  const list = `,"${property}":${JSON.stringify(references)}`;
  return singleOwner && property === 'owners' && references[0]
    ? `${list},"owner":${JSON.stringify(references[0])}`
    : list;
}
