import { invalidFields, isObject } from '@app/common';
import { isTakenVersion } from '../document/api-version';
import type { Json } from '../../document/json';

/** Parts that only documents of other formats have, and what those are called. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['dataContractSpecification', 'the Data Contract Specification'],
  ['models', 'the Data Contract Specification'],
  ['info', 'the Data Contract Specification'],
];

/** Any of these makes a document one of the standard. */
const OWN = ['apiVersion', 'kind', 'schema', 'dataset', 'slaProperties'];

/** @throws {AppError} BAD_REQUEST for a document that is not ODCS, or of an unsupported version; names the path */
export function requireOdcs(document: unknown): Json {
  if (!isObject(document)) throw refused('', 'must be a document of the Open Data Contract Standard (an object)');
  const { apiVersion, kind } = document;
  if (apiVersion == null) refuseForeign(document);
  if (kind != null && !(typeof kind === 'string' && /^datacontract$/i.test(kind)))
    throw refused('kind', `must be DataContract, got ${shown(kind)}`);
  const version = typeof apiVersion === 'number' ? String(apiVersion) : apiVersion;
  if (version != null && !(typeof version === 'string' && isTakenVersion(version)))
    throw refused('apiVersion', `must be v2.2.x, v3.0.x, v3.1.0 or v3.2.0, got ${shown(apiVersion)}`);
  if (!OWN.some((key) => document[key] != null))
    throw refused('apiVersion', 'is missing, and nothing else shows a document of the Open Data Contract Standard');
  return document;
}

function refuseForeign(document: Json): void {
  const [key, format] = FOREIGN.find(([name]) => document[name] != null) ?? [];
  if (key === undefined || document.schema != null || document.dataset != null) return;
  throw refused(key, `belongs to ${format}; convert it to the Open Data Contract Standard (apiVersion, kind, schema)`);
}

function refused(field: string, message: string): Error {
  return invalidFields([{ field, message }]);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, 80);
}
