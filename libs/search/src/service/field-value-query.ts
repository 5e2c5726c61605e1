import { invalidFields } from '@app/common';
import { keywordForm } from '../analysis/text-form';
import { noteField } from '../binding/unmapped-fields';
import { SEARCH_FIELDS } from '../document/search-mapping';
import type { SearchField } from '../document/search-mapping';
import type { BoundQuery, Pattern } from '../query/bound-query';

const KEYWORD = '.keyword';
/** As in query texts: fewer would stand for everything. */
const LEAST_LITERALS = 2;

/**
 * Entities of which a field has exactly a value, case aside; `*` in it stands for any characters. A field that is none finds
 * nothing.
 * @throws {AppError} BAD_REQUEST for a text that is no value of the field
 */
export function fieldValueQuery(name: string, value: string): BoundQuery {
  const [field, kind] = exactField(name) ?? [];
  if (field === undefined) {
    noteField(name);
    return { kind: 'none' };
  }
  if (kind === 'keyword') return keywordQuery(field, keywordForm(value));
  if (kind === 'text') throw refused(`${field} holds running text: search it by q`);
  return { kind: 'keyword', field, values: [typed(value, field, kind)], boost: 1 };
}

function exactField(name: string): [string, SearchField['kind'] | undefined] | undefined {
  const bare = name.endsWith(KEYWORD) ? name.slice(0, -KEYWORD.length) : name;
  const field = [`${bare}${KEYWORD}`, bare].find((known) => Object.hasOwn(SEARCH_FIELDS, known));
  return field === undefined ? undefined : [field, SEARCH_FIELDS[field]?.kind];
}

function keywordQuery(field: string, value: string): BoundQuery {
  if (!value.includes('*')) return { kind: 'keyword', field, values: [value], boost: 1 };
  if (value.replaceAll('*', '').length < LEAST_LITERALS)
    throw refused(`must hold ${LEAST_LITERALS} characters beside *; got "${value}"`);
  const pattern: Pattern = {
    type: 'wildcard',
    parts: value.split(/(\*+)/).flatMap((part) => (part === '' ? [] : [part.startsWith('*') ? { any: 'many' } : part])),
  };
  return { kind: 'pattern', field, pattern, boost: 1 };
}

function typed(value: string, field: string, kind: 'number' | 'date' | 'boolean' | undefined): number | boolean {
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (kind !== 'boolean' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  throw refused(`${field} is a ${kind}; got "${value.slice(0, 100)}"`);
}

const refused = (message: string): Error => invalidFields([{ field: 'fieldValue', message }]);
