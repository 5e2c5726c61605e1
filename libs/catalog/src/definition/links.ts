import type { EntityType } from './entity-type';

/** Base of links: PUBLIC_URL or the address that the API listens on, never the host of a request. */
export interface Links {
  /** `http://127.0.0.1:8585` */
  readonly origin: string;
}

export const LINKS = Symbol('links');

/** The beginning of an entity's link as JSON text: its id and the closing quote follow. */
export function hrefStart(links: Links, entityType: EntityType): string {
  return JSON.stringify(`${links.origin}/api/v1/${entityType.collection}/`).slice(0, -1);
}
