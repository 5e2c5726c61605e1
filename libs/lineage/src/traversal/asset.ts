/** An asset that can have edges, with the fields that lineage statements need. */
export interface Asset {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  /** Owners of the asset, otherwise of its nearest ancestor that has owners. */
  readonly ownerIds: readonly string[];
  readonly deleted: boolean;
}
