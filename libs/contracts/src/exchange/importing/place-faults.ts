import { AppError, invalidFields, isObject } from '@app/common';
import { callerPlaces } from '../../odcs/document/caller-place';

/** The names of members of a contract in a document. */
const MEMBERS: Readonly<Record<string, string>> = {
  dataType: 'physicalType',
  children: 'properties',
  rule: 'implementation',
  termsOfUse: 'description',
  entityStatus: 'status',
};
const NUMBERED = /^(.*\[\d+\])(.*)$/;

/** Converts the error paths of a contract to the document it came from; other errors are unchanged. */
export function inDocument(error: unknown, places: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST' || !error.details) return error;
  return invalidFields(error.details.map(({ field, message }) => ({ field: placeOf(field, places), message })));
}

/** The refusal of a document with the paths of the one that the caller sent; any other error unchanged. */
export function inCallersDocument(error: unknown, read: unknown, sent: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'BAD_REQUEST' || !error.details) return error;
  if (!isObject(read) || !isObject(sent)) return error;
  const placeOf = callerPlaces(read, sent);
  return invalidFields(error.details.map(({ field, message }) => ({ field: placeOf(field), message })));
}

function placeOf(field: string, places: ReadonlyMap<string, string>): string {
  let [prefix, rest] = [field, ''];
  while (!places.has(prefix)) {
    const [, shorter] = NUMBERED.exec(prefix.replace(/\[\d+\]$/, '').replace(/\.\w+$/, '')) ?? [];
    if (prefix.includes('.') && /\.\w+$/.test(prefix)) prefix = prefix.replace(/\.\w+$/, '');
    else if (shorter === undefined) return renamed(field);
    else prefix = shorter;
    rest = field.slice(prefix.length);
  }
  return `${places.get(prefix)}${renamed(rest)}`;
}

function renamed(path: string): string {
  return path.replaceAll(/\w+/g, (word) => (Object.hasOwn(MEMBERS, word) ? (MEMBERS[word] as string) : word));
}
