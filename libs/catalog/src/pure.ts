/** The part of the catalog that needs no service: no database, no container. For commands that process a file and exit. */
export { assetPlatform } from './types/asset-platform';
export { defineEntityType } from './definition/build';
export * as shape from './definition/build';
export type { EntityType } from './definition/entity-type';
export { entityTypes } from './types/entity-types';
export type { JsonSchema } from './definition/json-schema';
export { joinFqn } from './fqn';
export { checkedBody, refusedMembers } from './schema/entity-body';
export { SHARED_PARTS } from './schema/shared-parts';
