import type { CatalogClient } from '../../connection/catalog-client';
import { isObject } from '../../document/document-file';

/** An asset that a change reaches along lineage, and its contract where it has one. */
export interface ReachedAsset {
  readonly hop: number;
  readonly type: string;
  readonly fullyQualifiedName: string;
  readonly contract?: string;
}

export interface Impact {
  /** Nearest first. */
  readonly assets: readonly ReachedAsset[];
  /** All that are reached, listed or not. */
  readonly total: number;
}

/** The depth and the number that a reader of a log can make use of. */
const QUERY = { depth: 100, limit: 1000 };

/** The assets downstream of a contract's asset; undefined where the service does not answer that. */
export async function impactOf(service: CatalogClient, id: string): Promise<Impact | undefined> {
  const path = `/dataContracts/${id}/impact`;
  // A service of an older release has no such route.
  const body = await service.jsonIfThere({ path, query: QUERY, what: 'Asking what lies downstream' });
  if (!isObject(body) || !Array.isArray(body.hops)) return undefined;
  const assets = body.hops.filter(isObject).flatMap((hop) => assetsOf(hop));
  const total = isObject(body.paging) ? Number(body.paging.total) : assets.length;
  return { assets, total };
}

function assetsOf({ hop, assets }: Readonly<Record<string, unknown>>): ReachedAsset[] {
  if (!Array.isArray(assets)) return [];
  return assets.filter(isObject).map((asset) => ({
    hop: Number(hop),
    type: String(asset.type ?? ''),
    fullyQualifiedName: nameOf(asset) ?? '',
    ...withContract(asset.contract),
  }));
}

function withContract(contract: unknown): { readonly contract?: string } {
  const name = isObject(contract) ? nameOf(contract) : undefined;
  return name === undefined ? {} : { contract: name };
}

function nameOf({ fullyQualifiedName, name, id }: Readonly<Record<string, unknown>>): string | undefined {
  const first = [fullyQualifiedName, name, id].find((one) => typeof one === 'string');
  return first as string | undefined;
}
