import { AppError, parseStrictJson } from '@app/common';
import { isObject } from '../document/document-file';

export interface SentResult {
  readonly value: Readonly<Record<string, unknown>>;
  /** Line of the file; 1 where the file is no NDJSON. */
  readonly line: number;
}

export interface ResultFault {
  readonly line: number;
  readonly message: string;
}

const NO_OBJECT = 'a result must be an object with timestamp and contractExecutionStatus';

/** The results of a file: one, a list, `{results}`, or one a line. Faults if it contains anything else. */
export function readResults(bytes: Buffer): {
  readonly results: readonly SentResult[];
  readonly faults: readonly ResultFault[];
} {
  const whole = parsed(bytes);
  const list =
    'message' in whole ? readLines(bytes, whole.message) : listOf(whole.value).map((value) => ({ value, line: 1 }));
  const faults: ResultFault[] = [];
  const results: SentResult[] = [];
  for (const item of list) {
    if ('message' in item) faults.push(item);
    else if (isObject(item.value)) results.push({ value: item.value, line: item.line });
    else faults.push({ line: item.line, message: NO_OBJECT });
  }
  if (list.length === 0) faults.push({ line: 1, message: 'holds no results' });
  return { results, faults };
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isObject(value) && Array.isArray(value.results) ? (value.results as readonly unknown[]) : [value];
}

type Line = { readonly value: unknown; readonly line: number } | ResultFault;

/** Where no line begins a result, the file was meant as one document, and its fault is that of the whole. */
function readLines(bytes: Buffer, message: string): readonly Line[] {
  const lines = bytes.toString('utf8').split('\n');
  const read = lines.flatMap((text, at): Line[] => {
    if (text.trim() === '') return [];
    const value = parsed(Buffer.from(text));
    return [{ line: at + 1, ...value }];
  });
  return read.some((line) => 'value' in line) ? read : [{ line: 1, message }];
}

function parsed(bytes: Buffer): { readonly value: unknown } | { readonly message: string } {
  try {
    return { value: parseStrictJson(bytes) };
  } catch (error) {
    if (error instanceof AppError) return { message: error.message };
    throw error;
  }
}
