import { keywordForm } from '../../analysis/text-form';
import type { TextField, ValueField } from '../../document/search-mapping';
import { existsFact, fact } from './fact';
import { valuesAt } from './field-values';

/** The facts of a document, or of an element in it: what its value fields hold, and which fields and objects it has. */
export function valueFacts(
  document: unknown,
  values: readonly (readonly [string, ValueField])[],
  texts: readonly (readonly [string, TextField])[],
): string[] {
  const facts = new Set<string>();
  const exists = (name: string): void => {
    for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) facts.add(existsFact(path));
  };
  for (const [name, field] of values) {
    const found = valuesAt(document, field.source);
    if (found.length > 0) exists(name);
    // Other kinds are compared in their own columns.
    if (field.kind === 'keyword') for (const each of found) facts.add(fact(name, keywordForm(String(each))));
  }
  for (const [name, { source }] of texts) {
    if (valuesAt(document, source).some((each) => typeof each === 'string')) exists(name);
  }
  return [...facts];
}
