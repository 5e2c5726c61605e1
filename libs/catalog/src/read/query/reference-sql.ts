import type { Reference } from '../../definition/entity-document';

/** SQL of a reference to the entity of an alias, as JSON; null where there is no row. */

export const referenceSql = (alias: string): string => `
  case when ${alias}.id is not null then entity_reference_json(${alias}.id, ${alias}.type, ${alias}.name, ${alias}.fqn,
    ${alias}.body ->> 'displayName', ${alias}.deleted_by is not null) end`;

/**
 * A member of an answer, to be spread into it.
 *
 * @returns no member where the value is null, as the database has it, or undefined
 */
export function member<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}

/** A reference as it is sent: by id or by FQN. */
export type NamedReference = Pick<Reference, 'type'> & Partial<Pick<Reference, 'id' | 'fullyQualifiedName'>>;
