import type { IndexedDocument } from '../../document/search-document';
import { indexSource } from './index-source';

/** One write or removal, ready to be sent to any index. */
export interface BulkOperation {
  readonly node: string;
  lines(alias: string): readonly string[];
  /** Bytes of those lines, about. */
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

/** A bulk: large enough to be worth its way, small enough to be retried. */
const MOST_OPERATIONS = 500;
const MOST_BYTES = 5 * 1024 * 1024;

/** In blocks of at most so many, and so many bytes; one that is larger is a block of its own. */
export async function* blocksOf(
  operations: Iterable<BulkOperation> | AsyncIterable<BulkOperation>,
  most = MOST_OPERATIONS,
  bytes = MOST_BYTES,
): AsyncGenerator<BulkOperation[]> {
  let block: BulkOperation[] = [];
  let size = 0;
  for await (const operation of operations) {
    if (block.length > 0 && (block.length === most || size + operation.bytes > bytes)) {
      yield block;
      [block, size] = [[], 0];
    }
    block.push(operation);
    size += operation.bytes;
  }
  if (block.length > 0) yield block;
}

/** A document with the version of its state: of two writes of one node the greater version wins, whichever comes first. */
export interface VersionedDocument extends IndexedDocument {
  /** A safe integer over 0 that grows from one reading of the node to the next. */
  readonly version: number;
}

export interface VersionedNode {
  readonly node: string;
  readonly version: number;
}
