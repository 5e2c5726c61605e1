import { isMap, isNode, LineCounter, parse, parseDocument, stringify, type Document } from 'yaml';
import { ApiError, type FieldMessage } from '../../api/service/api-error';
import type { LineFault } from '../../ui/yaml-editor';

/** Members that the service sets itself: they stand in answers, and not in what is sent. */
export const SET_BY_SERVICE = [
  'id',
  'fullyQualifiedName',
  'version',
  'updatedAt',
  'updatedBy',
  'href',
  'deleted',
  'latestResult',
  'changeDescription',
  'followers',
  'incrementalChangeDescription',
];

/** The document as a person would write it: without what the service sets, references by name. */
export function editableYaml(yaml: string): string {
  const document = parse(yaml) as Record<string, unknown>;
  const kept = Object.entries(document).filter(([name, value]) => !SET_BY_SERVICE.includes(name) && !isEmpty(value));
  return stringify(Object.fromEntries(kept.map(([name, value]) => [name, asWritten(name, value)])), { lineWidth: 0 });
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** A member with its references by name, without those that it inherits. */
export function asWritten(name: string, value: unknown): unknown {
  if (name === 'entity') return named(value);
  const isList = ['owners', 'reviewers', 'qualityExpectations'].includes(name) && Array.isArray(value);
  return isList ? value.filter((one) => !(one as { inherited?: boolean }).inherited).map(named) : value;
}

function named(reference: unknown): unknown {
  const { type, fullyQualifiedName } = reference as { type?: string; fullyQualifiedName?: string };
  return fullyQualifiedName === undefined ? reference : { type, fullyQualifiedName };
}

/** The library adds the location, which is shown beside it, and a picture of the line. */
const withoutLocation = (message: string): string =>
  (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?\s*$/, '').replace(/:\s*$/, '');

/** Where the text is no YAML, or no document. */
export function faultsOf(text: string): LineFault[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const faults = document.errors.map(({ message, pos }) => ({
    line: lines.linePos(pos[0]).line,
    message: withoutLocation(message),
  }));
  return faults.length || isMap(document.contents)
    ? faults
    : [{ line: 1, message: 'a contract is a mapping of names' }];
}

/** The line of a path such as `schema[0].dataType`; of the nearest thing above it where it is missing. */
export function lineOf(text: string, field: string): number {
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines });
  const steps = [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = steps.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(steps.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Faults that the API told, by the paths of the document. */
export const detailsOf = (error: unknown): readonly FieldMessage[] => (error instanceof ApiError ? error.details : []);

/** The paths in errors of the API, as lines. */
export const placed = (errors: readonly FieldMessage[], text: string): LineFault[] =>
  errors.map(({ field, message }) => ({ line: lineOf(text, field), message: `${field} ${message}`.trim() }));
