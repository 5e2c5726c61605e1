import { keywordForm } from '../../analysis/text-form';
import type { TextField, ValueField } from '../../document/search-mapping';
import { existsFact, fact } from './fact';
import { columnOf } from './layout';
import { valuesAt } from '../../document/field-values';
import type { Scalar } from '../../document/field-values';

/** The facts of a document, or of an element in it: what its value fields hold, and which fields and objects it has. */
export function valueFacts(
  document: unknown,
  values: readonly (readonly [string, ValueField])[],
  texts: readonly (readonly [string, TextField])[],
): string[] {
  const facts = new Set<string>();
  const exists = (name: string): void => {
    for (const each of existence(name)) facts.add(each);
  };
  for (const [name, field] of values) {
    const found = valuesAt(document, field.source);
    if (found.length > 0) exists(name);
    for (const each of found.filter(isFactOf(name, field))) facts.add(fact(name, keywordForm(String(each))));
  }
  for (const [name, { source }] of texts) {
    if (valuesAt(document, source).some((each) => typeof each === 'string')) exists(name);
  }
  return [...facts];
}

/** Other kinds than keywords are compared in their columns; where they have none, facts say what is of their kind. */
function isFactOf(name: string, { kind }: ValueField): (value: Scalar) => boolean {
  if (kind === 'keyword') return () => true;
  const type = kind === 'boolean' ? 'boolean' : 'number';
  return (value) => typeof value === type && columnOf(name) === undefined;
}

const EXISTENCE = new Map<string, readonly string[]>();

/** What is said of a field that has a value: that it exists, and so do the objects it lies in. */
function existence(name: string): readonly string[] {
  const known = EXISTENCE.get(name);
  if (known) return known;
  const facts: string[] = [];
  for (let path = name; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) facts.push(existsFact(path));
  EXISTENCE.set(name, facts);
  return facts;
}
