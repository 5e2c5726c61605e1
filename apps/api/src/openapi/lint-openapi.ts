import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './build-openapi';
import type { Operation } from './complete-operation';
import { DATA } from './one-type';

type Json = Record<string, unknown>;

const isSuccess = (status: string) => /^2\d\d$/.test(status);

/** Only 204 has no body to show. */
function hasExample(status: string, response: unknown): boolean {
  if (status === '204') return true;
  const { content = {} } = response as { content?: Record<string, Json> };
  return (
    Object.keys(content).length > 0 &&
    Object.values(content).every((media) => {
      const schema = media['schema'] as Json | undefined;
      return [media['example'], media['examples'], schema?.['example'], schema?.['examples']].some(
        (shown) => shown !== undefined,
      );
    })
  );
}

/** Whether it says what members a JSON answer has; that it has any is something to say as well. */
function hasMembers(response: unknown): boolean {
  const { content = {} } = response as { content?: Record<string, { schema?: Json }> };
  const { type, properties, additionalProperties, maxProperties } = content['application/json']?.schema ?? {};
  return type !== 'object' || [properties, additionalProperties, maxProperties].some((said) => said !== undefined);
}

function faultsOf(operation: Operation, tags: readonly string[]): string[] {
  const statuses = Object.keys(operation.responses);
  const successes = statuses.filter(isSuccess);
  const needsToken = (operation.security ?? []).length > 0;
  const takesInput =
    operation.requestBody !== undefined ||
    (operation.parameters ?? []).some(({ in: location }) => location !== 'header');
  const mayBeForbidden = operation['x-permission'] !== undefined;
  return [
    ...(operation.operationId ? [] : ['has no operationId']),
    ...(operation.summary ? [] : ['has no summary']),
    ...(operation.tags?.length === 1 ? [] : [`has ${operation.tags?.length ?? 0} tags instead of one`]),
    ...(operation.tags ?? [])
      .filter((tag) => !tags.includes(tag))
      .map((tag) => `has the tag ${tag}, which is not described`),
    ...(successes.length > 0 ? [] : ['has no answer with 2xx']),
    ...successes
      .filter((status) => !hasExample(status, operation.responses[status]))
      .map((status) => `${status} has no example`),
    ...successes
      .filter((status) => !hasMembers(operation.responses[status]))
      .map((status) => `${status} does not say what members its answer has`),
    ...(needsToken && !statuses.includes('401') ? ['does not tell of 401'] : []),
    ...(mayBeForbidden && !statuses.includes('403') ? ['does not tell of 403'] : []),
    ...(takesInput && !statuses.includes('400') ? ['does not tell of 400'] : []),
  ];
}

function danglingReferences(document: OpenAPIObject): string[] {
  const resolve = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Json | undefined)?.[key.replaceAll('~1', '/')], document);
  const references = new Set(JSON.stringify(document).match(/#\/components\/[^"\\]+/g) ?? []);
  return [...references].filter((ref) => resolve(ref) === undefined).map((ref) => `${ref} does not exist`);
}

function repeatedIds(ids: readonly (string | undefined)[]): string[] {
  const repeated = new Set(ids.filter((id, at) => id !== undefined && ids.indexOf(id) !== at));
  return [...repeated].map((id) => `operationId ${id} is not unique`);
}

/** Members of answers that can have one value that is not a text: openapi-python-client writes code for them that does not run. */
function constants(value: unknown, path = '#'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { properties?: Readonly<Record<string, Json>> };
  return [
    ...Object.entries(properties ?? {})
      .filter(([, schema]) => 'const' in schema && typeof schema['const'] !== 'string')
      .map(([name]) => `${path}/properties/${name} has a constant that is not a text: give its type`),
    ...Object.entries(value).flatMap(([key, inner]) => (DATA.has(key) ? [] : constants(inner, `${path}/${key}`))),
  ];
}

/** The faults of the document; empty: none. */
export function lintOpenApi(document: OpenAPIObject): string[] {
  const operations = operationsOf(document);
  const tags = (document.tags ?? []).map(({ name }) => name);
  return [
    ...operations.flatMap(({ method, path, operation }) =>
      faultsOf(operation, tags).map((fault) => `${method.toUpperCase()} ${path} ${fault}`),
    ),
    ...repeatedIds(operations.map(({ operation }) => operation.operationId)),
    ...danglingReferences(document),
    ...constants(document),
  ];
}
