import type { ErrorDetail } from '@app/common';
import type { ErrorObject } from 'ajv';
import { MOST_FAULTS } from './keywords';

/** What a schema found wrong, in words for the caller: a path such as `columns[0].children[1].dataType`, and what is allowed. */
export function schemaFaults(errors: readonly ErrorObject[]): ErrorDetail[] {
  const told = errors.filter(({ keyword }) => keyword !== 'if');
  return told.slice(0, MOST_FAULTS).map((error) => ({ field: fieldOf(error), message: messageOf(error) }));
}

/** `/columns/0/a~1b` → `columns[0].a/b` */
export function pointerToPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((token, i) => (/^\d+$/.test(token) ? `[${token}]` : `${i ? '.' : ''}${token}`))
    .join('');
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = pointerToPath(instancePath);
  const own =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  return own === undefined ? path : path ? `${path}.${own as string}` : (own as string);
}

function messageOf(error: ErrorObject): string {
  const { keyword, params, data, message, parentSchema } = error;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return `is unknown here; known: ${Object.keys((parentSchema as { properties?: object }).properties ?? {}).join(', ')}`;
    case 'type':
      return `must be ${withArticle(String(params.type))}, got ${kindOf(data)}`;
    case 'enum':
    case 'anyCase':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}; got ${shown(data)}`;
    case 'maximum':
    case 'minimum':
      return `must be ${params.comparison as string} ${params.limit as number}, got ${shown(data)}`;
    default:
      return message ?? 'is not valid';
  }
}

function withArticle(types: string): string {
  const words = types.split(',').join(' or ');
  return /^[aeio]/.test(words) ? `an ${words}` : `a ${words}`;
}

function kindOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'an array';
  return typeof data === 'object' ? 'an object' : `the ${typeof data} ${shown(data)}`;
}

function shown(data: unknown): string {
  const json = JSON.stringify(data) ?? String(data);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}
