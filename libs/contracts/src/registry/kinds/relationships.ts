import { isObject } from '@app/common';
import type { NameCase } from '@app/datatypes';
import type { ContractColumn } from '../../document/contract-document';
import { type Json, objectsOf, textOf } from '../../document/json';
import { columnElements } from '../../odcs/mapping/read-columns';
import {
  columnCalled,
  noCheck,
  noCheckUnlessFound,
  unlessInsideList,
  pathInDocument,
  storedPath,
} from '../../promises/column-promises';
import type { PlainPromise, PromisedColumn, ReferencePromise } from '../../promises/promise';
import type { PromiseKind } from '../../promises/promise-kind';

/** Values of columns, none of which is NULL, are those of columns of another table: `relationships` of a document. */
export const RELATIONSHIP: PromiseKind<'reference'> = {
  kind: 'reference',
  members: [],
  compare: { with: 'document' },
  documentPath: pathInDocument,
};

/** An object of a document, with the columns that its properties were and that the contract has of them. */
export interface ReadObject {
  readonly document: Json;
  readonly object: Json;
  readonly before: readonly ContractColumn[];
  readonly now: readonly ContractColumn[];
  readonly nameCase?: NameCase | undefined;
}

type Relationship = ReferencePromise | PlainPromise;

/** @param at its path. @param own the column that it stands at; absent: at the object. A column that was removed since takes it along */
export function relationshipOf(
  relationship: Json,
  at: string,
  read: ReadObject,
  own?: PromisedColumn,
): Relationship | undefined {
  const path = storedPath(at);
  const unread = (message: string): Relationship => ({ kind: 'document', path, ...noCheck(message) });
  if (relationship.type != null && relationship.type !== 'foreignKey')
    return unread(`No check exists for relationships of the type ${String(relationship.type)}`);
  const columns = own ? [own] : textsOf(relationship.from).map((text) => ownColumn(text, read));
  if (columns.includes('removed')) return undefined;
  const found = columns.filter((column) => typeof column === 'object');
  if (found.length === 0 || found.length < columns.length) return unread('from names no column of this object');
  const to = targetOf(textsOf(relationship.to), read);
  if ('fault' in to) return unread(to.fault);
  if (to.columns.length !== found.length) return unread('from and to do not name as many columns');
  const [first] = found;
  return {
    ...{ kind: 'reference', path, columns: found, referred: to.columns, ...unlessInsideList(first!) },
    ...(to.table !== undefined && { table: to.table }),
    ...noCheckUnlessFound(`The table ${to.table ?? textOf(read.object.name) ?? ''} was not read beside this one`),
  };
}

const textsOf = (said: unknown): string[] =>
  (Array.isArray(said) ? (said as unknown[]) : [said]).map((one) => (typeof one === 'string' ? one.trim() : ''));

/** The parts of `orders.customer_id` or `/schema/<id>/properties/<id>`; undefined where it is of another document. */
function partsOf(text: string): string[] | undefined {
  if (text.includes('#')) return undefined;
  if (!text.includes('/')) return text.split('.');
  const steps = text.replace(/^\//, '').split('/');
  // Each id stands behind the name of its list.
  return steps.filter((_, index) => index % 2 === 1);
}

const isCalled = (element: Json, name: string): boolean =>
  element.id === name || element.name === name || element.physicalName === name;

function ownColumn(
  text: string,
  { object, before, now, nameCase }: ReadObject,
): PromisedColumn | 'removed' | 'unknown' {
  const [table = '', ...names] = partsOf(text) ?? [];
  if (!isCalled(object, table) || names.length === 0) return 'unknown';
  let level: { element: Json; before: readonly ContractColumn[]; now: readonly ContractColumn[] } | undefined = {
    ...{ element: object, before, now },
  };
  let found: PromisedColumn | undefined;
  for (const name of names) {
    const { elements } = columnElements(level.element);
    const index = elements.findIndex((element) => isCalled(element, name));
    const was: ContractColumn | undefined = level.before[index];
    if (index < 0 || !was) return 'unknown';
    found = columnCalled(level.now, was.name, nameCase, found);
    if (!found) return 'removed';
    level = { element: elements[index]!, before: was.children ?? [], now: found.column.children ?? [] };
  }
  return found ?? 'unknown';
}

/** The table and its columns that are referred to; without a table the object itself. */
function targetOf(
  texts: readonly string[],
  { document, object }: ReadObject,
): { readonly table?: string; readonly columns: readonly string[] } | { readonly fault: string } {
  const columns: string[] = [];
  const tables = new Set<string | undefined>();
  for (const text of texts) {
    const [table = '', ...names] = partsOf(text) ?? [];
    if (names.length === 0)
      return { fault: text.includes('#') ? 'Other documents are not read' : 'to names no column of a table' };
    const other = isCalled(object, table)
      ? object
      : objectsOf(document.schema).find((element) => isCalled(element, table));
    const isById = text.includes('/');
    if (isById && !other) return { fault: `No object of the document has the id ${table}` };
    tables.add(other === object ? undefined : (textOf(other?.physicalName) ?? textOf(other?.name) ?? table));
    const column = other ? namesBelow(other, names) : names;
    if (isById && !column) return { fault: `No property of ${table} has the id ${names.join('/')}` };
    columns.push((column ?? names).join('.'));
  }
  const [table] = tables;
  if (tables.size > 1) return { fault: 'to names columns of several tables' };
  return { columns, ...(table !== undefined && { table }) };
}

/** The names in the source of a property that is called so; undefined where the object has none. */
function namesBelow(element: Json, [name, ...rest]: readonly string[]): readonly string[] | undefined {
  const property = columnElements(element).elements.find((one) => name !== undefined && isCalled(one, name));
  if (!property || !isObject(property)) return undefined;
  const below = rest.length > 0 ? namesBelow(property, rest) : [];
  return below && [textOf(property.physicalName) ?? textOf(property.name) ?? '', ...below];
}
