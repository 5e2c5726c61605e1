import { AppError, badRequest, checkJsonValue } from '@app/common';
import { Composer, type Document, LineCounter } from 'yaml';
import { applyYamlRules } from './yaml-rules';
import { yamlTokens } from './yaml-tokens';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  strict: true,
  intAsBigInt: true,
  // Its own search for duplicates compares each key with each other one; see applyYamlRules.
  uniqueKeys: false,
  // It copies the source line into each of what may be 100,000 errors.
  prettyErrors: false,
} as const;
/** Copies that aliases may make in all: a document that doubles itself at each line is refused. */
const MAX_ALIASES = 1000;
/** YAML costs some fifty times as much time as JSON. */
const MAX_BYTES = 1024 * 1024;

function decode(bytes: Buffer): string {
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
  // A warning tells of a tag that JSON has no type for: the value would change its meaning.
  const [fault] = [...document.errors, ...document.warnings];
  if (!fault) return document;
  const { line, col } = lines.linePos(fault.pos[0]);
  throw badRequest(`The body is not valid YAML: line ${line}, column ${col}: ${fault.message.slice(0, 300)}`);
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    // An alias without its anchor, or too many of them.
    if (!(error instanceof ReferenceError)) throw error;
    throw badRequest(`The body is not valid YAML: ${error.message.slice(0, 300)}`);
  }
}

/**
 * Parses one YAML 1.2 document to what JSON can say, by the rules of `parseStrictJson`: keys once, no U+0000, exact integers,
 * at most 64 levels. Tags of types that JSON lacks are refused.
 *
 * @throws {AppError} BAD_REQUEST that names the place, PAYLOAD_TOO_LARGE over 1 MiB
 */
export function parseYaml(bytes: Buffer): unknown {
  if (bytes.length > MAX_BYTES) {
    throw new AppError('PAYLOAD_TOO_LARGE', `A YAML body has at most ${MAX_BYTES} bytes; more can be sent as JSON`);
  }
  const document = onlyDocument(decode(bytes));
  applyYamlRules(document);
  const value = toValue(document);
  checkJsonValue(value);
  return value;
}
