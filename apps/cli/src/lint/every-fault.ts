import { AppError, type ErrorDetail } from '@app/common';
import { isObject } from '../document/document-file';
import { type Step, pathSteps } from '../document/document-positions';

type Json = Readonly<Record<string, unknown>>;

export interface EveryFault<Result> {
  /** The result of reading once nothing was refused any more; undefined where the document as a whole is refused. */
  readonly result?: Result;
  readonly faults: readonly LintFault[];
}

/** Most faults of a document; one check stops after 100. */
const MOST_PASSES = 20;

/**
 * Checks come in stages, and one that refuses hides what the next would find. Reads the document again without what was refused,
 * until nothing is; each path is reported once.
 */
export function everyFault<Result>(sent: Json, read: (document: Json) => Result): EveryFault<Result> {
  const document = structuredClone(sent);
  const faults = new Map<string, LintFault>();
  const timesRefused = new Map<string, number>();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    try {
      return { result: read(document), faults: [...faults.values()] };
    } catch (error) {
      let hasChanged = false;
      for (const fault of errorsOf(error)) {
        const times = timesRefused.get(fault.path) ?? 0;
        timesRefused.set(fault.path, times + 1);
        if (!isWithin(fault.path, faults.keys())) faults.set(fault.path, fault);
        hasChanged = takeOut(document, pathSteps(fault.path), times) || hasChanged;
      }
      if (!hasChanged) break;
    }
  }
  return { faults: [...faults.values()] };
}

/** Whether a path is one of these, or below one of them. */
export function isWithin(path: string, paths: Iterable<string>): boolean {
  const steps = pathSteps(path);
  for (const place of paths) {
    const outer = pathSteps(place);
    if (outer.length <= steps.length && outer.every((step, at) => step === steps[at])) return true;
  }
  return false;
}

/** Values that a check takes; any other required member is a text, each another one. */
const PLACEHOLDERS: Readonly<Record<string, unknown>> = { dataType: 'INT', apiVersion: 'v3.1.0', kind: 'DataContract' };
let placeholders = 0;

/**
 * Takes what is refused out of the document: a member goes, an item of a list is emptied (the indices of others do not change), a
 * missing member gets a placeholder. What is refused all the same goes with what it stands in.
 *
 * @param times how often the path was refused before
 * @returns whether anything changed
 */
function takeOut(document: unknown, steps: readonly Step[], times: number): boolean {
  if (steps.length === 0 || steps[0] === '') return false;
  const holder = valueAt(document, steps.slice(0, -1)) as Record<Step, unknown> | undefined;
  const last = steps.at(-1)!;
  if (typeof holder !== 'object' || holder === null || times > 1) return takeOut(document, steps.slice(0, -1), 0);
  if (Array.isArray(holder)) {
    if (times > 0) return takeOut(document, steps.slice(0, -1), 0);
    holder[last] = {};
  } else if (Object.hasOwn(holder, last)) delete holder[last];
  else holder[last] = PLACEHOLDERS[last] ?? `placeholder ${++placeholders}`;
  return true;
}

function valueAt(document: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (isObject(value) || Array.isArray(value) ? (value as Json)[step] : undefined),
    document,
  );
}

/**
 * The finding of a check at one path of a document. A document with a warning is accepted by the service, which then repairs or ignores
 * something.
 */
export interface LintFault {
  readonly level: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
}

/** The faults of a refusal. @throws whatever is no refusal of the document */
export function errorsOf(error: unknown): LintFault[] {
  if (!(error instanceof AppError)) throw error;
  return errorsAt(error.details ?? [{ field: '', message: error.message }]);
}

export function errorsAt(details: readonly ErrorDetail[]): LintFault[] {
  return details.map(({ field, message }) => ({ level: 'error', path: field, message }));
}

export const warning = (path: string, message: string): LintFault => ({ level: 'warning', path, message });
