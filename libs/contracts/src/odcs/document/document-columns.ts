import { isObject } from '@app/common';
import { type Json, objectsOf } from '../../document/json';
import { hasColumnsBelow } from './usual-layout';

/** The columns of a document at the top of an object, and which of them a path in the document refers to. */
export interface DocumentColumns {
  readonly names: readonly string[];
  /** @param path such as `schema[0].properties[2].name` */
  readonly at: (path: string) => string | undefined;
}

/** The columns of the document of a contract: right below `schema`. */
export function columnsOfContract(document: unknown): DocumentColumns {
  const names = namesIn(isObject(document) ? document.schema : undefined);
  return { names, at: (path) => names[placeIn(path, /^schema\[(\d+)\]/)] };
}

/** The columns of a document of the standard: those of the object of this name, else of the first one. */
export function columnsOfOdcs(document: unknown, objectName?: string): DocumentColumns {
  if (!isObject(document) || hasColumnsBelow(document)) return columnsOfContract(document);
  const objects = objectsOf(document.schema);
  const named = objectName === undefined ? -1 : objects.findIndex(({ name }) => name === objectName);
  const names = namesIn(objects[Math.max(0, named)]?.properties);
  return { names, at: (path) => names[placeIn(path, /^schema\[\d+\]\.properties\[(\d+)\]/)] };
}

const placeIn = (path: string, pattern: RegExp): number => Number(pattern.exec(path)?.[1] ?? -1);

function namesIn(columns: unknown): string[] {
  return Array.isArray(columns) ? columns.filter(isObject).map(({ name }: Json) => String(name)) : [];
}
