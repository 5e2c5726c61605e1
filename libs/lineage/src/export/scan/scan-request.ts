import type { Asset } from '../../traversal/asset';
import type { WalkRequest } from '../../traversal/walk';

/** A traversal from an asset whose name is known. */
export interface ScanRequest extends Omit<WalkRequest, 'root'> {
  readonly root: Pick<Asset, 'node' | 'fqn' | 'type'>;
}
