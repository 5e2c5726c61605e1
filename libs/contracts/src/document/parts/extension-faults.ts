import type { ErrorDetail } from '@app/common';
import { parseResultRetention } from './result-retention';
import { parseSchemaPolicy } from './schema-policy';

/** As UTF-8 JSON. */
const LARGEST_EXTENSION = 64 * 1024;

/** Errors of an extension: too large, or with unreadable members defined by this service. */
export function extensionFaults(extension: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const size = Buffer.byteLength(JSON.stringify(extension));
  const tooLarge = size > LARGEST_EXTENSION;
  const message = `must have at most ${LARGEST_EXTENSION} bytes (64 KiB) as JSON, has ${size}`;
  return [
    ...(tooLarge ? [{ field: 'extension', message }] : []),
    ...parseSchemaPolicy(extension).errors,
    ...retentionFault(extension.resultRetention),
  ];
}

function retentionFault(value: unknown): ErrorDetail[] {
  const read = value === undefined || value === null ? undefined : parseResultRetention(value);
  return read && 'message' in read ? [{ field: 'extension.resultRetention', message: read.message }] : [];
}
