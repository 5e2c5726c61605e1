import { ERROR_TRAITS, type ErrorCode } from '@app/common';
import type { FastifyContextConfig } from 'fastify';
import { ROUTE_EXTENSION } from '../http/route-options.decorator';
import { SMALL_BODY } from '../http/admission/body-budget';
import { takesSmallBodies } from '../http/parsing/body-limit';
import { MAX_HEAD_BYTES } from '../http/server/http-limits';
import { acceptedTypes, JSON_TYPE, MULTIPART_TYPE, YAML_TYPES } from '../http/parsing/media-type';
import { describedIn, type Described } from './media-content';
import { addErrorBodies, referTo } from './error-responses';

interface Content {
  content?: Record<string, unknown>;
}

interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly schema?: object;
}

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: Content & Record<string, unknown>;
  responses: Record<string, unknown>;
  security?: unknown[];
  [key: string]: unknown;
}

/** The security requirement of an operation with a token. */
export const TOKEN = [{ bearer: [] }];
const TOKEN_OR_API_KEY = [...TOKEN, { apiKey: [] }];

const BODY_ERRORS: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const ALWAYS: readonly ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

const hasHeader = ({ parameters = [] }: Operation, name: string) =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name?.toLowerCase() === name);
const takesInput = (operation: Operation) =>
  operation.requestBody !== undefined || (operation.parameters ?? []).some((parameter) => parameter.in !== 'header');

/** Whether a query parameter takes texts that, with all else, may be more than the head of a request. */
const takesLongTexts = ({ parameters = [] }: Operation) =>
  parameters.some(({ in: location, schema }) => location === 'query' && maxLengthOf(schema) >= MAX_HEAD_BYTES);
const maxLengthOf = (schema: object = {}): number => ('maxLength' in schema ? Number(schema.maxLength) : 0);

const isWrite = (operation: string) => !operation.startsWith('View');

const writes = ({ requestBody }: Operation, access: FastifyContextConfig['access']): boolean =>
  access?.kind === 'operation'
    ? access.operations.some(isWrite)
    : access?.kind === 'principal' && requestBody !== undefined;

/** The errors that follow from what a route takes and asks for. */
export function errorsOf(operation: Operation, { access, yaml }: FastifyContextConfig): ErrorCode[] {
  const isOpen = access === undefined || access.kind === 'open';
  // An object that is named somewhere else than in the path may be missing, or not the caller's, as well.
  const mayName = takesInput(operation) && !isOpen;
  return [
    ...(takesInput(operation) ? (['BAD_REQUEST'] as const) : []),
    ...(!isOpen || operation.requestBody ? (['UNAUTHORIZED'] as const) : []),
    ...(access?.kind === 'operation' || mayName || hasHeader(operation, 'x-session') ? (['FORBIDDEN'] as const) : []),
    ...(mayName ? (['NOT_FOUND'] as const) : []),
    ...(writes(operation, access) ? (['CONFLICT'] as const) : []),
    ...(takesLongTexts(operation) ? (['HEADERS_TOO_LARGE'] as const) : []),
    ...(access ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(yaml ? (['NOT_ACCEPTABLE'] as const) : []),
    ...(hasHeader(operation, 'if-match') ? (['PRECONDITION_FAILED'] as const) : []),
    ...(operation.requestBody ? BODY_ERRORS : []),
    ...ALWAYS,
  ];
}

/** Gives a body that is described once every media type that the route takes, with what of it can stand in that. */
function spreadMediaTypes({ requestBody }: Operation, options: FastifyContextConfig): void {
  const described = requestBody?.content && Object.values(requestBody.content)[0];
  if (!requestBody || !described) return;
  // Generators for Java take the first one, and make no class of a form that comes later.
  const accepted = [...acceptedTypes(options)].sort(
    (a, b) => Number(b === MULTIPART_TYPE) - Number(a === MULTIPART_TYPE),
  );
  const types = accepted.map((type) => [type, describedIn(type, described as Described)]);
  requestBody.content = Object.fromEntries(types);
}

/** An answer in JSON of a route that speaks YAML is there in that as well; errors, which come later, are not. */
function spreadAnswers({ responses }: Operation, { yaml }: FastifyContextConfig): void {
  const [type] = YAML_TYPES;
  for (const { content } of Object.values(responses) as Content[])
    if (yaml && content?.[JSON_TYPE] !== undefined) content[type] ??= content[JSON_TYPE];
}

/** OpenAPI says these by other means and forbids them as parameters. */
const NO_PARAMETERS = ['accept', 'authorization', 'content-type'];

function dropStandardHeaders(operation: Operation): void {
  operation.parameters = (operation.parameters ?? []).filter(
    ({ in: location, name = '' }) => location !== 'header' || !NO_PARAMETERS.includes(name.toLowerCase()),
  );
}

/** Swagger gives a parameter that is a choice the type of a class beside it, which none of the choices is. */
function dropClassTypes(operation: Operation): void {
  operation.parameters = (operation.parameters ?? []).map((parameter) => {
    const { type: _type, ...choice } = (parameter.schema ?? {}) as { readonly type?: string };
    return 'oneOf' in choice ? { ...parameter, schema: choice } : parameter;
  });
}

/** The options of the route, which leave the document by that. */
function takeRouteOptions(operation: Operation): FastifyContextConfig {
  const members = Object.keys(operation).filter((member) => member.startsWith(ROUTE_EXTENSION));
  const options = members.map((member) => [member.slice(ROUTE_EXTENSION.length), operation[member]]);
  for (const member of members) delete operation[member];
  return Object.fromEntries(options) as FastifyContextConfig;
}

/** A route that takes more than BODY_LIMIT says how much; one that takes less, too. */
function tellLimit({ requestBody }: Operation, { access, bodyLimit }: FastifyContextConfig): void {
  const limit = takesSmallBodies(access) ? SMALL_BODY : bodyLimit;
  if (requestBody && limit !== undefined) requestBody['x-max-bytes'] = limit;
}

/** The sentence on who may call it, where nothing else is to be said. */
function accessText(access: FastifyContextConfig['access']): string {
  if (access === undefined || access.kind === 'open') return 'Takes no token.';
  if (access.kind === 'principal') return 'For every token; objects that the caller may not see are not found.';
  return `Needs the permission ${access.operations.join(' or ')} on ${access.resource}.`;
}

/** Adds to an operation what its decorators imply; what they say themselves stays. */
export function completeOperation(operation: Operation): void {
  const options = takeRouteOptions(operation);
  dropStandardHeaders(operation);
  dropClassTypes(operation);
  spreadMediaTypes(operation, options);
  spreadAnswers(operation, options);
  addErrorBodies(operation.responses as Record<string, object>);
  for (const code of errorsOf(operation, options)) operation.responses[ERROR_TRAITS[code].status] ??= referTo(code);
  tellLimit(operation, options);
  const { access } = options;
  operation['description'] ??= accessText(access);
  const needed = options.apiKey ? TOKEN_OR_API_KEY : TOKEN;
  operation.security = access && access.kind !== 'open' ? needed : [];
  if (access?.kind === 'operation') {
    operation['x-permission'] = { anyOf: access.operations, resource: access.resource };
  }
}
