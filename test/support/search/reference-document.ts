import { NESTED_PATHS, SEARCH_FIELDS, type SearchDocument } from '@app/search';
import { analyzeValues, type Token } from '../../../libs/search/src/analysis/analyzer';
import { keywordForm } from '../../../libs/search/src/analysis/text-form';

type Value = string | number | boolean;

/** A document as a search sees it: each field on its own, nothing encoded. Elements of arrays are such documents too. */
export interface ReferenceDocument {
  readonly id: string;
  readonly tokens: ReadonlyMap<string, readonly Token[]>;
  /** Keywords lower-cased. */
  readonly values: ReadonlyMap<string, readonly Value[]>;
  /** Fields and objects that have a value. */
  readonly existing: ReadonlySet<string>;
  readonly elements: ReadonlyMap<string, readonly ReferenceDocument[]>;
}

/** The plain way from a document to what is searched of it: obvious rather than fast. */
export function referenceDocument(document: SearchDocument): ReferenceDocument {
  const elements = NESTED_PATHS.map((path) => {
    const found = walk(document, path.split('.')).filter((each) => typeof each === 'object');
    return [path, found.map((element) => read('', { [path]: element }))] as const;
  });
  return { ...read(document.id, document), elements: new Map(elements) };
}

function read(id: string, source: unknown): ReferenceDocument {
  const tokens = new Map<string, readonly Token[]>();
  const values = new Map<string, readonly Value[]>();
  const existing = new Set<string>();
  for (const [name, field] of Object.entries(SEARCH_FIELDS)) {
    const found = walk(source, field.source.split('.')).filter((each): each is Value => typeof each !== 'object');
    if (field.kind === 'text') {
      tokens.set(
        name,
        analyzeValues(
          found.filter((each) => typeof each === 'string'),
          field.analysis,
        ),
      );
    } else values.set(name, field.kind === 'keyword' ? found.map((each) => keywordForm(String(each))) : found);
    if (found.length > 0) name.split('.').forEach((_, at, all) => existing.add(all.slice(0, at + 1).join('.')));
  }
  return { id, tokens, values, existing, elements: new Map() };
}

function walk(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => walk(each, path));
  if (value === undefined || value === null) return [];
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return typeof value === 'object' ? walk((value as Record<string, unknown>)[name], rest) : [];
}
