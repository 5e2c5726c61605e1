/**
 * The searchable content of an entity, also the `_source` of a hit: one shape for every type. Absent fields are
 * omitted.
 */
export interface SearchDocument {
  readonly id: string;
  readonly entityType: string;
  readonly name: string;
  readonly displayName?: string;
  readonly fullyQualifiedName: string;
  readonly description?: string;
  readonly deleted: boolean;
  /** Epoch ms. */
  readonly updatedAt: number;
  /** What else the mapping names, and what the type adds. */
  readonly [property: string]: unknown;
}

/** A document with the node of its entity: what an index is written with. */
export interface IndexedDocument {
  readonly node: string;
  readonly document: SearchDocument;
}
