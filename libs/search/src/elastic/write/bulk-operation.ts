import type { VersionedDocument, VersionedNode } from './versioned-document';
import { indexSource } from './index-source';

/** One write or removal, ready to be sent to any index. */
export interface BulkOperation {
  readonly node: string;
  /** The lines of the bulk body for that alias. */
  lines(alias: string): readonly string[];
  /** Of those lines, about. */
  readonly bytes: number;
}

function action(kind: 'index' | 'delete', alias: string, { node, version }: VersionedNode): string {
  const target = { _index: alias, _id: node, version, version_type: 'external', require_alias: true };
  return JSON.stringify({ [kind]: target });
}

export function writing(document: VersionedDocument): BulkOperation {
  const source = JSON.stringify(indexSource(document));
  return {
    node: document.node,
    bytes: Buffer.byteLength(source) + 200,
    lines: (alias) => [action('index', alias, document), source],
  };
}

export function removing(node: VersionedNode): BulkOperation {
  return { node: node.node, bytes: 200, lines: (alias) => [action('delete', alias, node)] };
}

/** In blocks of at most so many, and so many bytes; one that is larger is a block of its own. */
export function* blocksOf(
  operations: Iterable<BulkOperation>,
  most: number,
  bytes: number,
): Generator<BulkOperation[]> {
  let block: BulkOperation[] = [];
  let size = 0;
  for (const operation of operations) {
    if (block.length > 0 && (block.length === most || size + operation.bytes > bytes)) {
      yield block;
      [block, size] = [[], 0];
    }
    block.push(operation);
    size += operation.bytes;
  }
  if (block.length > 0) yield block;
}
