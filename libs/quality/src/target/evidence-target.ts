/** An entity that evidence is about. */
export interface EvidenceTarget {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
  /** The owners of the entity, else of the nearest one above it that has owners. */
  readonly ownerIds: readonly string[];
}
