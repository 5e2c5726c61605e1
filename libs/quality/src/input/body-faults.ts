import { childPath } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { ErrorObject } from 'ajv';
import { FIRST_INSTANT } from './instant';

/** How many faults one body is told at most: a caller mends some and sends it again. */
const MOST_FAULTS = 100;
/** How much of a wrong value is shown, in characters. */
const SHOWN = 60;

/** What a schema found wrong, with paths such as `columnProfile[0].timestamp` and what is allowed there. */
export function bodyFaults(errors: readonly ErrorObject[]): ErrorDetail[] {
  return errors.slice(0, MOST_FAULTS).map((error) => ({ field: fieldOf(error), message: messageOf(error) }));
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1).map(unescaped);
  const own = (params as { missingProperty?: string; additionalProperty?: string }) ?? {};
  const last = own.missingProperty ?? own.additionalProperty;
  const path = [...steps, ...(last === undefined ? [] : [last])];
  return path.reduce((before, step) => childPath(before, /^\d+$/.test(step) ? Number(step) : step), '');
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function messageOf({ keyword, params, data, message, parentSchema, schema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return `is unknown; known: ${Object.keys((parentSchema as { properties: object }).properties).join(', ')}`;
    case 'type':
      return `must be of type ${String(params.type)}, not ${shown(data)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}, not ${shown(data)}`;
    case 'minimum':
      return params.limit === FIRST_INSTANT
        ? 'looks like seconds; epoch milliseconds from 1e11 to 8.64e15 are allowed'
        : `must be at least ${String(params.limit)}, not ${shown(data)}`;
    case 'maximum':
      return `must be at most ${String(params.limit)}, not ${shown(data)}`;
    case 'maxItems':
      return `has ${(data as unknown[]).length} items; at most ${String(params.limit)} are allowed`;
    case 'maxBytes':
      return `must have at most ${String(schema)} bytes as JSON`;
    default:
      return `${message ?? 'is not valid'}, not ${shown(data)}`;
  }
}

function shown(data: unknown): string {
  const json = JSON.stringify(data) ?? String(data);
  return json.length > SHOWN ? `${json.slice(0, SHOWN - 1)}…` : json;
}
