/** What of the catalog runs without a service: no database, no container. For commands that read a file and end. */
export { typeFamily } from './columns/data-type';
export { defineEntityType } from './definition/build';
export * as shape from './definition/build';
export type { EntityType } from './definition/entity-type';
export type { JsonSchema } from './definition/json-schema';
export { joinFqn } from './fqn/fqn';
export { checkedBody, refusedMembers } from './schema/entity-body';
export { SHARED_PARTS } from './schema/shared-parts';
