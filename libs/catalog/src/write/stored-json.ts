import { entriesOf, oncePerType, type Attribute } from '../definition/entity-type';
import type { EntityDraft } from './entity-draft';

/** body and details as JSON. */
export function storedJson({ entityType, attributes }: EntityDraft): [string, string] {
  const body: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, attribute] of entriesOf(entityType.attributes))
    if (isStored(attribute, attributes[name])) (attribute.shown === 'base' ? body : details)[name] = attributes[name];
  return [JSON.stringify(body), JSON.stringify(details)];
}

const isStored = ({ fromRoot, computed }: Attribute, value: unknown): boolean =>
  value !== undefined && !fromRoot && !computed;

/** In the order in which PostgreSQL writes the members of an object. */
const arraysByRequest = oncePerType(({ attributes }) =>
  entriesOf(attributes)
    .filter(([, { shown, schema, computed }]) => shown !== 'base' && schema.type === 'array' && !computed)
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)),
);

/** The `defaults` of a read with all fields, in the words of PostgreSQL: arrays that are not stored. */
export function defaultsOf({ entityType, attributes }: EntityDraft): string {
  const names = arraysByRequest(entityType).filter(([name, attribute]) => !isStored(attribute, attributes[name]));
  return `{${names.map(([name]) => `"${name}": []`).join(', ')}}`;
}
