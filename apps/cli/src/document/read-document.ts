import { AppError, checkJsonValue } from '@app/common';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { DocumentFault, DocumentFile } from './document-file';
import { DocumentPositions } from './document-positions';

/** The options with which the service reads YAML; JSON is YAML of a kind, so both get lines and columns. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  strict: true,
  intAsBigInt: true,
  prettyErrors: false,
} as const;
const TOO_DEEP = 'is nested too deeply to be read';
/** Copies by aliases, as many as the service makes. */
const MAX_ALIASES = 1000;

/** Reads the text of a contract, YAML or JSON, by the rules of the service: keys once, exact numbers, one document. */
export function readDocument(file: string, bytes: Buffer): DocumentFile {
  const text = decoded(bytes);
  const lines = new LineCounter();
  if (text === undefined) return broken(file, 'is not valid UTF-8');
  try {
    const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
    return parsed(file, document, new DocumentPositions(document, lines));
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return broken(file, TOO_DEEP);
    throw error;
  }
}

function parsed(file: string, document: Document.Parsed, positions: DocumentPositions): DocumentFile {
  const faults = [...document.errors, ...document.warnings].map(({ pos: [start], message }) => ({
    path: '',
    message: messageOf(message),
    position: positions.at(start),
  }));
  faults.push(...inexactNumbers(document, positions));
  if (faults.length === 0) return valueOf(file, document, positions);
  const isPartial = document.errors.every(({ code }) => code === 'DUPLICATE_KEY') && document.warnings.length === 0;
  return isPartial ? { file, partial: partialOf(document), faults, positions } : { file, faults };
}

/** The value of a faulty document; of a key that is there twice the last value counts. */
function partialOf(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    return undefined;
  }
}

/** The parser's message, in words about the file instead of about the parser. */
function messageOf(message: string): string {
  if (message.startsWith('Source contains multiple documents')) return 'holds more than one YAML document';
  return message.startsWith('Maximum call stack') ? TOO_DEEP : message;
}

function valueOf(file: string, document: Document.Parsed, positions: DocumentPositions): DocumentFile {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    checkJsonValue(value);
    return { file, value, faults: [], positions };
  } catch (error) {
    if (error instanceof ReferenceError) return broken(file, error.message);
    if (!(error instanceof AppError)) throw error;
    const { field: path, message } = error.details?.[0] ?? { field: '', message: error.message };
    return { file, faults: [{ path, message, position: positions.of(path) }] };
  }
}

/** Converts integers to numbers; those whose digits would change are faults. */
function inexactNumbers(document: Document.Parsed, positions: DocumentPositions): DocumentFault[] {
  const faults: DocumentFault[] = [];
  visit(document, {
    Scalar: (_, node) => {
      if (!isScalar(node) || typeof node.value !== 'bigint') return;
      const number = Number(node.value);
      if (Number.isFinite(number) && BigInt(number) === node.value) node.value = number;
      else {
        faults.push({
          path: '',
          message: `${node.value} is an integer that cannot be held exactly; write it as a string`,
          position: positions.at(node.range?.[0] ?? 0),
        });
        node.value = Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER;
      }
    },
  });
  return faults;
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function broken(file: string, message: string): DocumentFile {
  return { file, faults: [{ path: '', message, position: { line: 1, column: 1 } }] };
}
