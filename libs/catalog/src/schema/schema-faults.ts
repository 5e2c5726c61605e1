import { childPath, FIRST_INSTANT, LOOKS_LIKE_SECONDS } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { ErrorObject } from 'ajv';
import { MOST_FAULTS } from './keywords';

/** What a schema found wrong, in words for the caller: a path such as `columns[0].children[1].dataType`, and what is allowed. */
export function schemaFaults(errors: readonly ErrorObject[]): ErrorDetail[] {
  const told = errors.filter(({ keyword }) => keyword !== 'if');
  return told.slice(0, MOST_FAULTS).map((error) => ({ field: fieldOf(error), message: messageOf(error) }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1).map(unescaped);
  if (keyword === 'required') steps.push(params.missingProperty as string);
  if (keyword === 'additionalProperties') steps.push(params.additionalProperty as string);
  return steps.reduce((path, step) => childPath(path, /^\d+$/.test(step) ? Number(step) : step), '');
}

/** A token of a JSON Pointer: `a~1b` → `a/b`. */
function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
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
    case 'maxItems':
      return `has ${(data as unknown[]).length} items; at most ${params.limit as number} are allowed`;
    case 'minimum':
      if (params.limit === FIRST_INSTANT) return LOOKS_LIKE_SECONDS;
      return `must be at least ${params.limit as number}, got ${shown(data)}`;
    case 'maximum':
      return `must be at most ${params.limit as number}, got ${shown(data)}`;
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
