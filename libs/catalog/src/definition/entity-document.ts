/** The document of an entity, as returned with all fields. */
export type EntityDocument = Record<string, unknown>;

/** A reference as returned by the API. */
export interface Reference {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly displayName?: string;
  readonly deleted: boolean;
  /** Inherited from an ancestor: shown here, not stored here. */
  readonly inherited?: true;
}

/** An entity's incoming attributes, and its stored document; absent for a new entity. */
export interface JudgedBody {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly previous?: Readonly<Record<string, unknown>>;
}
