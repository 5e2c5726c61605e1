import type { EntityType } from './entity-type';

/** Where links begin: PUBLIC_URL or the address that the API listens on, never the host of a request. */
export interface Links {
  /** `http://127.0.0.1:8585` */
  readonly origin: string;
}

export const LINKS = Symbol('links');

/** What stands before the id in a link to an entity. */
export function hrefBase(links: Links, entityType: EntityType): string {
  return `${links.origin}/api/v1/${entityType.collection}/`;
}
