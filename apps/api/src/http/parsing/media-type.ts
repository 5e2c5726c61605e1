import { AppError } from '@app/common';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

export const JSON_TYPE = 'application/json';
export const JSON_PATCH_TYPE = 'application/json-patch+json';
export const NDJSON_TYPE = 'application/x-ndjson';
export const MULTIPART_TYPE = 'multipart/form-data';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const TEXT_TYPE = 'text/plain';
/** The bytes of a file, as generated clients send what is neither JSON nor a form. */
export const BYTES_TYPE = 'application/octet-stream';
/** Media types of CSV; plain text is one, since clients of OpenMetadata send it so. */
export const CSV_TYPES = ['text/csv', TEXT_TYPE] as const;
export const XML_TYPES = ['application/xml', 'text/xml'] as const;
export const YAML_TYPES = ['application/yaml', 'text/yaml', 'application/x-yaml'] as const;

/** The media types that a route takes. */
export function acceptedTypes({
  csv,
  form,
  jsonPatch,
  multipart,
  ndjson,
  text,
  xml,
  yaml,
}: FastifyContextConfig): readonly string[] {
  if (jsonPatch) return [JSON_PATCH_TYPE];
  if (form) return [FORM_TYPE];
  if (csv === 'only') return [...CSV_TYPES, BYTES_TYPE];
  const parts = multipart === undefined ? [] : [MULTIPART_TYPE];
  return [
    JSON_TYPE,
    ...parts,
    ...(ndjson ? [NDJSON_TYPE] : []),
    ...(csv ? CSV_TYPES : []),
    ...(text ? [TEXT_TYPE] : []),
    ...(xml ? XML_TYPES : []),
    ...(yaml ? YAML_TYPES : []),
  ];
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

/** @throws {AppError} UNSUPPORTED_MEDIA_TYPE that names what the route takes */
export function checkMediaType(request: FastifyRequest): void {
  const sent = request.headers['content-type'] ?? '';
  const [type = ''] = sent.split(';', 1);
  const accepted = acceptedTypes(request.routeOptions.config);
  if (!accepted.includes(type.trim().toLowerCase())) throw unsupportedType(sent, accepted);
  const charset = CHARSET.exec(sent)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw unsupported(`The charset ${charset} is not taken; send UTF-8`);
}

function unsupportedType(sent: string, accepted: readonly string[]): AppError {
  const what = sent ? `Content-Type ${sent.slice(0, 200)} is not taken` : 'A body needs a Content-Type';
  return unsupported(`${what}; accepted: ${accepted.join(', ')}`);
}

const unsupported = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);
