import { isUtf8 } from 'node:buffer';
import { badRequest, parseLargeJson } from '@app/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CsvBody } from './csv-body';
import {
  checkMediaType,
  BYTES_TYPE,
  CSV_TYPES,
  FORM_TYPE,
  JSON_PATCH_TYPE,
  JSON_TYPE,
  NDJSON_TYPE,
  XML_TYPES,
  YAML_TYPES,
} from './media-type';
import { registerMultipart } from './multipart-body';
import { parseNdjson } from './ndjson-body';
import { YamlReader } from './yaml/yaml-reader';

type Done = (error: Error | null, body?: unknown) => void;

/** Answers through Fastify's callback what `work` returns or throws. */
function settle(done: Done, work: () => unknown): void {
  let body: unknown;
  try {
    body = work();
  } catch (error) {
    return done(error as Error);
  }
  done(null, body);
}

/** Clients send the Content-Type of a body that they do not send. */
function whole(parse: (bytes: Buffer, request: FastifyRequest) => unknown) {
  return (request: FastifyRequest, bytes: Buffer, done: Done): void =>
    settle(done, () => {
      if (bytes.length === 0) return undefined;
      checkMediaType(request);
      return parse(bytes, request);
    });
}

/** `whole`, for a body that is read in slices of time or by another thread. */
function beside(read: (bytes: Buffer, request: FastifyRequest) => Promise<unknown>) {
  return async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    if (bytes.length === 0) return undefined;
    checkMediaType(request);
    return read(bytes, request);
  };
}

const takesText = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.text === true;

const asCsv = (bytes: Buffer, request: FastifyRequest): CsvBody | string =>
  takesText(request) ? asText(bytes) : new CsvBody(bytes);

const asJson = async (bytes: Buffer, request: FastifyRequest): Promise<unknown> =>
  takesText(request) ? textIn(asText(bytes)) : parseLargeJson(bytes);

function asText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8');
  return bytes.toString('utf8');
}

/** A JSON string is the text that it says; what is no JSON is a text itself. @returns any other JSON as it is, for the route to refuse */
function textIn(sent: string): unknown {
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return sent;
  }
}

/** @throws {AppError} BAD_REQUEST for a name that stands twice: which one counts would be a guess */
function asForm(bytes: Buffer): Record<string, string> {
  const entries = [...new URLSearchParams(asText(bytes))];
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw badRequest('A name stands more than once in the form');
  return Object.fromEntries(entries);
}

const isEmpty = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** JSON everywhere (RFC 6902 for PATCH), NDJSON, CSV, XML and YAML on the routes that take it, 415 for all else. */
export function registerBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser([JSON_TYPE, JSON_PATCH_TYPE], { parseAs: 'buffer' }, beside(asJson));
  fastify.addContentTypeParser(NDJSON_TYPE, { parseAs: 'buffer' }, beside(parseNdjson));
  // Read record by record, when the request has passed all other checks.
  fastify.addContentTypeParser([...CSV_TYPES, BYTES_TYPE], { parseAs: 'buffer' }, whole(asCsv));
  fastify.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, whole(asForm));
  fastify.addContentTypeParser([...XML_TYPES], { parseAs: 'buffer' }, whole(asText));
  const yaml = new YamlReader();
  fastify.addHook('onClose', () => yaml.stop());
  fastify.addContentTypeParser(
    [...YAML_TYPES],
    { parseAs: 'buffer' },
    beside((bytes) => yaml.read(bytes)),
  );
  registerMultipart(fastify);
  // Not read: what the route does not take need not arrive.
  fastify.addContentTypeParser('*', (request: FastifyRequest, _payload, done: Done) =>
    settle(done, () => (isEmpty(request) ? undefined : checkMediaType(request))),
  );
}
