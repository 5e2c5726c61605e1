import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Row } from '../../engine';
import { SourceError } from '../../reason';
import type { Encoding } from './engine-message';

/** Bytes of the beginning of a file in which its header has to lie. */
const MOST_BYTES = 1024 * 1024;

/** The text of the beginning of a file, unpacked where it is packed, without its byte order mark; and whether it is the whole file. */
export async function headOf(path: string, encoding: Encoding): Promise<Row> {
  const bytes = await firstBytes(path);
  const isWhole = bytes.length < MOST_BYTES;
  return [decoded(bytes.subarray(0, MOST_BYTES), encoding), String(isWhole)];
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = createReadStream(path);
  const stream = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  // An error of the file does not pass through the pipe.
  file.on('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_BYTES) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') !== true) throw error;
    throw new SourceError({ reason: 'fileMalformed', message: 'it cannot be unpacked' });
  } finally {
    file.destroy();
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'latin-1':
      return bytes.toString('latin1');
    case 'utf-16': {
      const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
      return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes, { stream: true });
    }
    case 'utf-8':
      return new TextDecoder().decode(bytes, { stream: true });
  }
}
