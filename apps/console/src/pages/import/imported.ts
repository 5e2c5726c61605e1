import { isMap, parse, parseDocument, stringify, type Document } from 'yaml';
import type { YamlFormat } from '../../search-parameters';
import { asWritten, faultsOf, SET_BY_SERVICE } from '../contract/contract-yaml';
import { isRecord, listOf, type Members } from '../draft/draft-text';

/** Whether members that only the contract has stay, or are removed. */
export type ImportMode = 'merge' | 'replace';

/** How an ODCS document is imported. */
export interface ImportHow {
  readonly mode: ImportMode;
  /** The schema object that is meant, in a document of several. */
  readonly objectName?: string | undefined;
}

/** Characters of the largest document that the service reads. */
export const MOST_CHARACTERS = 4 * 1024 * 1024;

/** The format of a document, or the reason why it cannot be read. */
export type Recognised =
  { readonly format: YamlFormat; readonly fault?: never } | { readonly format?: never; readonly fault: string };

/** Tells an ODCS document, which has a kind or an apiVersion, from one of this catalog. JSON is read as YAML. */
export function recognised(text: string): Recognised {
  if (text.length > MOST_CHARACTERS) return { fault: 'It is larger than 4 MiB, which is the most that is read.' };
  const [fault] = faultsOf(text);
  if (fault) return { fault: `Line ${fault.line}: ${fault.message}` };
  const members = parse(text) as Members;
  if (members.kind !== undefined && members.kind !== 'DataContract')
    return { fault: `It is a document of the kind ${String(members.kind)}: a contract is of the kind DataContract.` };
  return { format: 'kind' in members || 'apiVersion' in members ? 'odcs' : 'native' };
}

/** Members of the contract that a draft is imported into. */
export interface ImportTarget {
  readonly entity: unknown;
  /** Absent: the document names the new contract. */
  readonly name?: string | undefined;
}

/** A document of this catalog as a draft for the target: without what the service sets, references by name, comments as they are. */
export function importedDraft(text: string, { entity, name }: ImportTarget): string {
  const document = written(text);
  for (const member of SET_BY_SERVICE) document.delete(member);
  for (const member of ['owners', 'reviewers', 'qualityExpectations'])
    if (document.has(member)) put(document, member, asWritten(member, (document.toJS() as Members)[member]));
  if (name !== undefined) put(document, 'name', name);
  put(document, 'entity', entity);
  return document.toString({ lineWidth: 0 });
}

/** JSON as one would write YAML. */
function written(text: string): Document {
  const document = parseDocument(text);
  return isMap(document.contents) && document.contents.flow
    ? parseDocument(stringify(document.toJS(), { lineWidth: 0 }))
    : document;
}

/** Lists of named items, which are merged item by item. */
const NAMED_LISTS = new Set(['schema', 'children', 'semantics', 'odcsQualityRules']);
/** Mappings that are merged member by member. */
const MAPPINGS = new Set(['sla', 'security', 'extension']);

/** The draft with the members of another one laid over: what that one does not have stays. */
export function mergedDraft(draft: string, other: string): string {
  const document = parseDocument(draft);
  const before = document.toJS() as Members;
  for (const [member, value] of Object.entries(parse(other) as Members)) {
    if (value !== null) put(document, member, merged(member, before[member], value));
  }
  return document.toString({ lineWidth: 0 });
}

function merged(member: string, before: unknown, after: unknown): unknown {
  if (MAPPINGS.has(member) && isRecord(before) && isRecord(after)) return mergedMembers(before, after);
  if (!NAMED_LISTS.has(member) || !Array.isArray(before) || !Array.isArray(after)) return after;
  const next = new Map(listOf(after).map((item) => [nameIn(item), item]));
  const known = new Set(listOf(before).map(nameIn));
  // Without a name an item cannot be found again.
  if (next.has(undefined) || known.has(undefined)) return after;
  const kept = listOf(before).map((item) => {
    const over = next.get(nameIn(item));
    return over === undefined ? item : mergedMembers(item as Members, over as Members);
  });
  return [...kept, ...listOf(after).filter((item) => !known.has(nameIn(item)))];
}

const mergedMembers = (before: Members, after: Members): Members => ({
  ...before,
  ...Object.fromEntries(Object.entries(after).map(([name, value]) => [name, merged(name, before[name], value)])),
});

const nameIn = (item: unknown): unknown => (isRecord(item) ? item.name : undefined);

/** Writes a member where its value is another one, so that all else of the text stays as it is. */
function put(document: Document, member: string, value: unknown): void {
  const before = (document.toJS() as Members)[member];
  if (JSON.stringify(before) !== JSON.stringify(value)) document.set(member, document.createNode(value));
}
