/** An asset that can have edges, as the statements of lineage need it. */
export interface Asset {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  /** Of the asset, else of the nearest entity above it that has owners. */
  readonly ownerIds: readonly string[];
  readonly deleted: boolean;
}
