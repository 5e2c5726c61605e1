import { invalidFields } from '@app/common';
import { keywordForm } from '../../analysis/text-form';
import { comparedName, fieldOf, type SearchField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { keyword, NONE } from '../../query/build-query';
import { starParts } from '../../query/query-parts';
import type { NoteField } from '../binding/unmapped-fields';

const KEYWORD = '.keyword';
/** Literal characters, as in query texts: fewer would stand for everything. */
const LEAST_LITERALS = 2;

/**
 * Entities of which a field has exactly a value, case aside; `*` in it stands for any characters. An unknown field
 * matches nothing.
 * @throws {AppError} BAD_REQUEST for a text that is no value of the field
 */
export function fieldValueQuery(name: string, value: string, noteField?: NoteField): BoundQuery {
  const [field, kind] = exactField(name) ?? [];
  if (field === undefined) {
    noteField?.(name);
    return NONE;
  }
  if (kind === 'keyword') return keywordQuery(field, keywordForm(value));
  if (kind === 'text') throw refused(`${field} holds running text: search it by q`);
  return keyword(field, [typed(value, field, kind)]);
}

function exactField(name: string): [string, SearchField['kind'] | undefined] | undefined {
  const bare = name.endsWith(KEYWORD) ? name.slice(0, -KEYWORD.length) : name;
  const named = comparedName(bare);
  const field = [`${named}${KEYWORD}`, named].find((known) => fieldOf(known));
  return field === undefined ? undefined : [field, fieldOf(field)?.kind];
}

function keywordQuery(field: string, value: string): BoundQuery {
  if (!value.includes('*')) return keyword(field, [value]);
  if (value.replaceAll('*', '').length < LEAST_LITERALS)
    throw refused(`must hold ${LEAST_LITERALS} characters beside *; got "${value}"`);
  return { kind: 'pattern', field, pattern: { type: 'wildcard', parts: starParts(value) }, boost: 1 };
}

function typed(value: string, field: string, kind: 'number' | 'date' | 'boolean' | undefined): number | boolean {
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (kind !== 'boolean' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  throw refused(`${field} is a ${kind}; got "${value.slice(0, 100)}"`);
}

const refused = (message: string): Error => invalidFields([{ field: 'fieldValue', message }]);
