import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorObject, type ValidateFunction, Ajv2019 } from 'ajv/dist/2019';
import { type SchemaVersion, schemaOf } from '../document/api-version';

/** A build copies them as they are; they lie beside this folder there too. */
const FOLDER = join(__dirname, '../schemas');

const compiled = new Map<SchemaVersion, ValidateFunction>();

/**
 * Errors of the document by the official JSON schema of its apiVersion; empty = valid. `format` is an annotation, the default of
 * draft 2019-09: the standard's own examples have paths where it says `uri`.
 */
export function schemaErrors(document: unknown): readonly ErrorObject[] {
  const apiVersion = (document as { apiVersion?: unknown } | null)?.apiVersion;
  const validate = validator(schemaOf(apiVersion));
  return validate(document) ? [] : [...(validate.errors ?? [])];
}

/** The schema itself, as published. */
export function officialSchema(version: SchemaVersion): Record<string, unknown> {
  return JSON.parse(readFileSync(join(FOLDER, `odcs-json-schema-v${version}.json`), 'utf8')) as Record<string, unknown>;
}

/**
 * Compiled at first use: some 100 ms each. Making the code of the check smaller would take as long again, and a document is checked
 * in about a millisecond either way.
 */
function validator(version: SchemaVersion): ValidateFunction {
  const known = compiled.get(version);
  if (known) return known;
  const options = { allErrors: true, strict: false, validateFormats: false, code: { optimize: false } } as const;
  const validate = new Ajv2019(options).compile(officialSchema(version));
  compiled.set(version, validate);
  return validate;
}

let words: ReadonlySet<string> | undefined;

/** Whether a key stands anywhere in the newest schema. */
export function isKnownWord(key: string): boolean {
  words ??= new Set(wordsIn(officialSchema('3.2.0')));
  return words.has(key);
}

function wordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(wordsIn)];
}
