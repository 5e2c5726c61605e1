import type { EntityType } from '../definition/entity-type';
import type { EntityRow } from './entity-row';
import type { FieldSelection } from './field-list';
import type { Reference } from './relation.repository';

/**
 * The JSON response for one row: JSON text from PostgreSQL is passed through without parsing.
 * @param hrefBase `http://host:port/api/v1/tables/`: links are absolute
 */
export function entityJson(
  entityType: EntityType,
  row: EntityRow,
  selection: FieldSelection,
  relations: ReadonlyMap<string, readonly Reference[]>,
  hrefBase: string,
): string {
  let json = `{"id":"${row.id}","name":${JSON.stringify(row.name)},"fullyQualifiedName":${JSON.stringify(row.fqn)}`;
  json += `,"version":${row.version / 10},"updatedAt":${row.updated_at},"updatedBy":${JSON.stringify(row.updated_by)}`;
  json += `,"href":${JSON.stringify(hrefBase + row.id)},"deleted":${row.deleted}`;
  json += members(row.body);
  if (row.root_service_type != null) json += `,"serviceType":${JSON.stringify(row.root_service_type)}`;
  for (const { property } of entityType.ancestors) json += member(property, row[`a_${property}`]);
  for (const property of Object.keys(entityType.side?.properties ?? {})) json += member(property, row[`s_${property}`]);
  if (row.details !== null) json += members(row.details);
  if (row.defaults !== null) json += members(row.defaults);
  for (const name of selection.attributes) json += member(name, row[`c_${name}`]);
  for (const property of selection.relations)
    json += relationJson(entityType, property, relations.get(property) ?? [], selection);
  return `${json}}`;
}

function member(property: string, json: string | null | undefined): string {
  return json == null ? '' : `,"${property}":${json}`;
}

/** The members of an object, without its braces, for embedding in another object. */
function members(object: string): string {
  return object === '{}' ? '' : `,${object.slice(1, -1)}`;
}

function relationJson(
  entityType: EntityType,
  property: string,
  references: readonly Reference[],
  { singleOwner }: FieldSelection,
): string {
  if (!entityType.relations[property]?.many)
    return references[0] ? `,"${property}":${JSON.stringify(references[0])}` : '';
  const list = `,"${property}":${JSON.stringify(references)}`;
  return singleOwner && property === 'owners' && references[0]
    ? `${list},"owner":${JSON.stringify(references[0])}`
    : list;
}
