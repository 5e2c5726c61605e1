import { ERROR_TRAITS, type ErrorCode } from '@app/common';

type Json = Record<string, unknown>;

const EXAMPLES: Partial<Record<ErrorCode, readonly [description: string, message: string]>> = {
  BAD_REQUEST: [
    'The request is invalid; `details` names each error.',
    'limit: must be a whole number from 0 to 1000, not "x"',
  ],
  UNAUTHORIZED: ['No token, or one that is not valid.', 'Unauthorized'],
  FORBIDDEN: ['The caller lacks a permission.', 'Principal ada is not allowed: operations [EditAll] on table'],
  NOT_FOUND: ['The requested object does not exist.', 'table instance for shop.sales.public.orders not found'],
  NOT_ACCEPTABLE: [
    'None of the types in Accept is available.',
    'Accept text/csv takes none of application/json, application/yaml, text/yaml, application/x-yaml',
  ],
  CONFLICT: [
    'The request conflicts with the current state.',
    "A data contract already exists for entity 'table' with ID 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11",
  ],
  PRECONDITION_FAILED: [
    'The entity has changed since the version in If-Match.',
    'The current version is 0.4, If-Match names 0.3',
  ],
  PAYLOAD_TOO_LARGE: ['The body is too large.', 'The body has 20971520 bytes; this route takes 10485760'],
  UNSUPPORTED_MEDIA_TYPE: [
    'The media type of the body is not supported.',
    'Content-Type text/plain is not taken; accepted: application/json',
  ],
  HEADERS_TOO_LARGE: [
    'The headers of the request, with its URL, are too large.',
    'The head of the request is larger than 256 KiB',
  ],
  TOO_MANY_REQUESTS: ['Too many requests; retry after Retry-After.', 'Too many failed logins; try again later'],
  INTERNAL_ERROR: [
    'An internal error; the log has details under the requestId.',
    'Internal error; the log tells more under this requestId',
  ],
  SERVICE_UNAVAILABLE: [
    'A required component is unavailable; retry after Retry-After.',
    'The database is not available at the moment',
  ],
};

/** Every code that an operation may answer with, as the document speaks of it. */
export const DOCUMENTED_ERRORS = Object.keys(EXAMPLES) as ErrorCode[];

export const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['code', 'errorType', 'message', 'requestId'],
  properties: {
    code: { type: 'integer', description: 'HTTP status' },
    errorType: { type: 'string', enum: Object.keys(ERROR_TRAITS) },
    message: { type: 'string' },
    requestId: { type: 'string', description: 'Also in the header X-Request-Id and in the log.' },
    details: {
      type: 'array',
      description: 'One entry for each error.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

function response(code: ErrorCode): Json {
  const [description, message] = EXAMPLES[code] ?? ['', ''];
  const example = {
    code: ERROR_TRAITS[code].status,
    errorType: code,
    message,
    requestId: '3f6e9a52-5c1f-4d0c-9a33-0e6c2f0d7b51',
  };
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } };
}

/** The shared responses that operations refer to by name. */
export function errorResponses(): Json {
  return Object.fromEntries(DOCUMENTED_ERRORS.map((code) => [code, response(code)]));
}

/** Answers that an operation describes in words of its own have the one body, too. */
export function addErrorBodies(responses: Readonly<Record<string, object>>): void {
  for (const code of DOCUMENTED_ERRORS) {
    const own = responses[ERROR_TRAITS[code].status];
    if (own && !('$ref' in own) && !('content' in own)) Object.assign(own, { content: response(code)['content'] });
  }
}

export const referTo = (code: ErrorCode) => ({ $ref: `#/components/responses/${code}` });
