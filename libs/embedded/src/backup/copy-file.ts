import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { BackedUpFile } from './backup-manifest';

/** Files copied at a time: each waits for the disk. */
const AT_ONCE = 8;

export type CopiedFile = Pick<BackedUpFile, 'size' | 'sha256'>;

/** Copies a file as it is read, which may change meanwhile; on the disk when it resolves. Only the owner can read the copy. */
export async function copyFile(from: string, to: string): Promise<CopiedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(createReadStream(from), measured, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return { size, sha256: hash.digest('hex') };
}

/** Does the work for each item, several at a time; rejects with the first error, once nothing of it goes on any more. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].reverse();
  const worker = async (): Promise<void> => {
    try {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
