import { keywordForm } from '../../analysis/text-form';
import type { TextField, ValueField } from '../../document/search-mapping';
import { existsTerm, keywordTerm } from './keyword-term';
import { columnOf } from './layout';
import { valuesAt } from '../../document/field-values';
import type { Scalar } from '../../document/field-values';

/** The keyword terms of a document, or of an element in it: what its value fields hold, and which fields and objects it has. */
export function keywordTerms(
  document: unknown,
  values: readonly (readonly [string, ValueField])[],
  texts: readonly (readonly [string, TextField])[],
): string[] {
  const terms = new Set<string>();
  const exists = (name: string): void => {
    for (const each of existence(name)) terms.add(each);
  };
  for (const [name, field] of values) {
    const found = valuesAt(document, field.source);
    if (found.length > 0) exists(name);
    for (const each of found.filter(isTermOf(name, field))) terms.add(keywordTerm(name, keywordForm(String(each))));
  }
  for (const [name, { source }] of texts) {
    if (valuesAt(document, source).some((each) => typeof each === 'string')) exists(name);
  }
  return [...terms];
}

/** Other kinds than keywords are compared in their columns; where they have none, keyword terms say what is of their kind. */
function isTermOf(name: string, { kind }: ValueField): (value: Scalar) => boolean {
  if (kind === 'keyword') return () => true;
  const type = kind === 'boolean' ? 'boolean' : 'number';
  return (value) => typeof value === type && columnOf(name) === undefined;
}

const EXISTENCE = new Map<string, readonly string[]>();

/** What is said of a field that has a value: that it exists, and so do the objects it lies in. */
function existence(name: string): readonly string[] {
  const known = EXISTENCE.get(name);
  if (known) return known;
  const terms: string[] = [];
  for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) terms.push(existsTerm(path));
  EXISTENCE.set(name, terms);
  return terms;
}
