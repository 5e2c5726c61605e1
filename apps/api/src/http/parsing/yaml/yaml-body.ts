import { AppError, badRequest, checkJsonValue } from '@app/common';
import { Composer, type Document, LineCounter } from 'yaml';
import { layOut } from './lay-out';
import { yamlTokens } from './yaml-tokens';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  strict: true,
  intAsBigInt: true,
  // Its own search for duplicates compares each key with each other one; see layOut.
  uniqueKeys: false,
  // It copies the source line into each of what may be 100,000 errors.
  prettyErrors: false,
} as const;
/** YAML costs some fifty times as much time as JSON. */
const MAX_BYTES = 1024 * 1024;

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8');
  }
}

function onlyDocument(text: string): Document.Parsed {
  const lines = new LineCounter();
  const [document, more] = new Composer(OPTIONS).compose(yamlTokens(text, lines.addNewLine), true, text.length);
  if (!document || more) throw badRequest('The body holds more than one YAML document');
  // A warning reports a tag that JSON has no type for: the value would change its meaning.
  const [fault] = [...document.errors, ...document.warnings];
  if (!fault) return document;
  const { line, col } = lines.linePos(fault.pos[0]);
  throw badRequest(`The body is not valid YAML: line ${line}, column ${col}: ${fault.message.slice(0, 300)}`);
}

/** @throws {AppError} PAYLOAD_TOO_LARGE over 1 MiB */
export function checkYamlSize({ length }: Uint8Array): void {
  if (length > MAX_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', `A YAML body has at most ${MAX_BYTES} bytes; more can be sent as JSON`);
}

/**
 * Parses one YAML 1.2 document into a JSON value, by the rules of `parseStrictJson`: keys once, no U+0000, exact
 * integers,
 * at most 64 levels. Tags of types that JSON lacks are refused. A text of 1 MiB takes some 2 s, so the main thread
 * must not do it: see YamlReader.
 *
 * @returns the value as JSON, each alias as what it stands for
 * @throws {AppError} BAD_REQUEST that names the path
 */
export function yamlToJson(bytes: Uint8Array): string {
  const value = layOut(onlyDocument(decode(bytes)));
  checkJsonValue(value);
  return JSON.stringify(value);
}
