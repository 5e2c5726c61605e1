import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isUuid } from '@app/common';
import type { JsonSchema } from '../definition/json-schema';

/** How many faults one body is told at most: a caller mends some and sends it again. */
export const MOST_FAULTS = 100;

/** A schema compiler with the keywords of ours: anyCase, maxBytes, reference. */
export function schemaCompiler(parts: Readonly<Record<string, JsonSchema>>): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    verbose: true,
  });
  addFormats.default(ajv);
  ajv.addKeyword({ keyword: 'reference', schemaType: 'array', errors: true, compile: compileReference });
  ajv.addKeyword({ keyword: 'anyCase', schemaType: 'array', modifying: true, errors: true, compile: compileAnyCase });
  ajv.addKeyword({ keyword: 'maxBytes', schemaType: 'number', type: 'object', errors: true, compile: compileMaxBytes });
  ajv.addSchema({ $id: 'parts', $defs: parts });
  return ajv;
}

interface Place {
  readonly parentData: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

type Check = {
  (data: unknown, place?: Place): boolean;
  errors?: { keyword: string; message: string; params: Record<string, unknown> }[];
};

function compileAnyCase(words: readonly string[]): Check {
  const spelling = new Map(words.map((word) => [word.toLowerCase(), word]));
  const check: Check = (data, place) => {
    if (typeof data !== 'string') return true;
    const word = spelling.get(data.toLowerCase());
    if (word !== undefined && place) place.parentData[place.parentDataProperty] = word;
    check.errors = [
      { keyword: 'anyCase', message: `must be one of ${words.join(', ')}`, params: { allowedValues: words } },
    ];
    return word !== undefined;
  };
  return check;
}

const REFERENCE_MEMBERS = new Set([
  'id',
  'type',
  'name',
  'fullyQualifiedName',
  'displayName',
  'description',
  'deleted',
  'inherited',
  'href',
]);

/** `{id, type}`, `{fullyQualifiedName, type}`, an FQN or an id. What it names is looked up later, in the transaction. */
function compileReference(types: readonly string[]): Check {
  const check: Check = (data) => {
    const message = referenceFault(data, types);
    if (message !== undefined) check.errors = [{ keyword: 'reference', message, params: {} }];
    return message === undefined;
  };
  return check;
}

/** What is wrong with a reference to an entity of one of these types, or undefined. */
export function referenceFault(data: unknown, types: readonly string[]): string | undefined {
  if (typeof data === 'string') return data === '' ? 'must not be empty' : undefined;
  const forms = `must be a reference to a ${types.join(' or ')}: {"id", "type"}, {"fullyQualifiedName", "type"}, an FQN or an id`;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return forms;
  const reference = data as Record<string, unknown>;
  const unknown = Object.keys(reference).find((key) => !REFERENCE_MEMBERS.has(key));
  if (unknown !== undefined) return `has the unknown member "${unknown}"; ${forms}`;
  if (typeof reference.id !== 'string' && typeof reference.fullyQualifiedName !== 'string') return forms;
  if (reference.id !== undefined && !isUuid(reference.id)) return 'has an id that is not a UUID';
  if (reference.type !== undefined && !types.includes(reference.type as string)) {
    return `has the type ${JSON.stringify(reference.type)}; allowed: ${types.join(', ')}`;
  }
  return undefined;
}

function compileMaxBytes(most: number): Check {
  const check: Check = (data) => {
    check.errors = [{ keyword: 'maxBytes', message: `must have at most ${most} bytes as JSON`, params: { most } }];
    return Buffer.byteLength(JSON.stringify(data)) <= most;
  };
  return check;
}
