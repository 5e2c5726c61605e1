import { invalidFields, KnownValues, once } from '@app/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorObject, type ValidateFunction, Ajv2019 } from 'ajv/dist/2019';
import { type SchemaVersion, schemaOf } from '../document/api-version';

/** A build copies them as they are; they lie beside this folder there too. */
const FOLDER = join(__dirname, '../schemas');

const compiled = new KnownValues<ValidateFunction>(8, 16);

/** Errors of a document of which no more are looked for, and what the generated check throws then. */
const MOST_ERRORS = 50_000;
const TOO_MANY = 'more errors than are looked for';

/**
 * Errors of the document by the official JSON schema of its apiVersion; empty = valid. `format` is an annotation, the default of
 * draft 2019-09: the standard's own examples have paths where it says `uri`.
 *
 * @throws {AppError} BAD_REQUEST where there are more than 50,000
 */
export function schemaErrors(document: unknown): readonly ErrorObject[] {
  const apiVersion = (document as { apiVersion?: unknown } | null)?.apiVersion;
  const validate = validator(schemaOf(apiVersion));
  try {
    return validate(document) ? [] : [...(validate.errors ?? [])];
  } catch (error) {
    if (!(error instanceof RangeError && error.message === TOO_MANY)) throw error;
    const message = `breaks the schema of the standard in more than ${MOST_ERRORS} places; check it against that schema first`;
    throw invalidFields([{ field: '', message }]);
  }
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
  return compiled.of(version, () => compile(version));
}

function compile(version: SchemaVersion): ValidateFunction {
  const code = { optimize: false, process: pushErrors } as const;
  const options = { allErrors: true, strict: false, validateFormats: false, code } as const;
  return new Ajv2019(options).compile(officialSchema(version));
}

/**
 * The code that Ajv generates copies the list of errors for each part of a document that adds some: in the square of their number, and
 * twenty times as slowly once a package of the process has an object that `concat` spreads, as a client of Elasticsearch does. So errors
 * are pushed, up to their limit.
 */
function pushErrors(code: string): string {
  const push = (error: string): string =>
    `if (vErrors.push(${error}) > ${MOST_ERRORS}) throw new RangeError('${TOO_MANY}');`;
  return code
    .replaceAll(/vErrors\.push\((\w+)\);/g, push('$1'))
    .replaceAll(
      /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g,
      `if (vErrors === null) vErrors = $1.errors; else { for (const one of $1.errors) ${push('one')} }`,
    );
}

const words = once((): ReadonlySet<string> => new Set(wordsIn(officialSchema('3.2.0'))));

/** Whether a key stands anywhere in the newest schema. */
export function isKnownWord(key: string): boolean {
  return words().has(key);
}

function wordsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(wordsIn)];
}
