/** An entity that evidence is about. */
export interface EvidenceTarget {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
  /** Of the entity; of its table, for a test case that has none. */
  readonly ownerIds: readonly string[];
}
