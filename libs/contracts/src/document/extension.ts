import { type ErrorDetail, type Duration, jsonBytesUpTo, parseDuration, isObject } from '@app/common';

/** Bytes of an extension as UTF-8 JSON. */
const LARGEST_EXTENSION = 64 * 1024;

/** Errors of an extension: too large, or with unreadable members defined by this service. */
export function extensionFaults(extension: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const size = jsonBytesUpTo(extension, Infinity);
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

/** Retention of results: by age, or the newest n. */
export type ResultRetention = { readonly age: Duration } | { readonly count: number };

/** Reads `extension.resultRetention`: an ISO 8601 duration or a count of at least 1 (a number, or a string of digits). */
export function parseResultRetention(value: unknown): ResultRetention | { readonly message: string } {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number') {
    const valid = Number.isSafeInteger(count) && count >= 1;
    return valid ? { count } : { message: 'must be a whole number of at least 1' };
  }
  const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
  if (parsed?.ok) return { age: parsed.duration };
  const reason = parsed ? `: ${parsed.message}` : '';
  return { message: `must be an ISO 8601 duration such as "P90D" or a count of results such as 1000${reason}` };
}

/** How strictly a schema is compared with its asset; `extension.schemaPolicy` of the contract. */
export interface SchemaPolicy {
  /**
   * compatible: a column fails where the change from the promised type to that of the asset is breaking; family: where the types are
   * not of one family; exact: where they are not equal, stated sizes too.
   */
  readonly types: 'compatible' | 'family' | 'exact';
  readonly extraColumns: 'allow' | 'forbid';
  readonly order: 'ignore' | 'same';
}

/** Defaults for contracts without a policy. Defined only here: services that must decide alike use this constant. */
export const DEFAULT_SCHEMA_POLICY: SchemaPolicy = { types: 'compatible', extraColumns: 'allow', order: 'ignore' };

const ALLOWED: { readonly [K in keyof SchemaPolicy]: readonly SchemaPolicy[K][] } = {
  types: ['compatible', 'family', 'exact'],
  extraColumns: ['allow', 'forbid'],
  order: ['ignore', 'same'],
};

const FIELD = 'extension.schemaPolicy';

/** Parses the policy of an extension; missing members get defaults. `errors` lists invalid members, which also get defaults. */
export function parseSchemaPolicy(extension: unknown): { policy: SchemaPolicy; errors: ErrorDetail[] } {
  const given = isObject(extension) && Object.hasOwn(extension, 'schemaPolicy') ? extension.schemaPolicy : undefined;
  if (given === undefined || given === null) return { policy: DEFAULT_SCHEMA_POLICY, errors: [] };
  if (!isObject(given)) {
    const message = `must be an object with any of ${Object.keys(ALLOWED).join(', ')}`;
    return { policy: DEFAULT_SCHEMA_POLICY, errors: [{ field: FIELD, message }] };
  }
  const said = Object.entries(given).filter(([, value]) => value !== null);
  const errors = said.flatMap(([key, value]) => memberFault(key, value) ?? []);
  const valid = said.filter(([key, value]) => memberFault(key, value) === undefined);
  return { policy: { ...DEFAULT_SCHEMA_POLICY, ...Object.fromEntries(valid) }, errors };
}

function memberFault(key: string, value: unknown): ErrorDetail | undefined {
  const field = `${FIELD}.${key}`;
  if (!Object.hasOwn(ALLOWED, key))
    return { field, message: `is unknown; allowed: ${Object.keys(ALLOWED).join(', ')}` };
  const words: readonly unknown[] = ALLOWED[key as keyof SchemaPolicy];
  return words.includes(value) ? undefined : { field, message: `must be one of ${words.join(', ')}` };
}
