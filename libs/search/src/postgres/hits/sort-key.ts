import { valueField } from '../../document/search-field';
import type { SortKey, SortValue } from '../../query/bound-query';
import { ROW } from '../compile/compiled';
import type { Parameters } from '../compile/parameters';
import { keywordTermsOf, rowValue } from '../compile/row-value';
import { columnOf } from '../row/layout';

/** A sort key as a column of the matches. */
export interface KeyColumn {
  readonly name: string;
  /** On the row `r`; undefined: the score. */
  readonly expression: string | undefined;
  readonly type: 'real' | 'text' | 'float8' | 'boolean';
  readonly direction: 'asc' | 'desc';
}

export function keyColumns(sort: readonly SortKey[], parameters: Parameters): KeyColumn[] {
  return sort.map((key, at) => ({
    name: key.by === '_score' ? 'score' : `k${at}`,
    direction: key.direction,
    ...keySource(key, parameters),
  }));
}

function keySource({ by, direction }: SortKey, parameters: Parameters): Pick<KeyColumn, 'expression' | 'type'> {
  if (by === '_score') return { expression: undefined, type: 'real' };
  const field = valueField(by);
  if (!field) return { expression: 'null::text', type: 'text' };
  if (field.kind !== 'keyword') {
    const value = rowValue(by, field.kind, ROW, parameters);
    if (field.kind === 'boolean') return { expression: value, type: 'boolean' };
    return { expression: `${value}::float8`, type: 'float8' };
  }
  const column = columnOf(by);
  if (column) return { expression: `${ROW}.${column}`, type: 'text' };
  // Of several values the one that comes first.
  const one = direction === 'asc' ? 'min' : 'max';
  return { expression: `(select ${one}(v.value) from ${keywordTermsOf(by, ROW, parameters)})`, type: 'text' };
}

export function orderText(keys: readonly KeyColumn[]): string {
  return keys.map(({ name, direction }) => `${name} ${direction} nulls last`).join(', ');
}

/**
 * The condition for hits after the last hit of the previous page. Missing values stand last, whichever the direction.
 */
export function behind(keys: readonly KeyColumn[], after: readonly SortValue[], parameters: Parameters): string {
  const steps = keys.map((key, at) => ({ key, placeholder: placeholderOf(key, after[at] ?? null, parameters) }));
  const alternatives = steps.flatMap(({ key, placeholder }, at) => {
    if (placeholder === undefined) return [];
    const later = `(${key.name} ${key.direction === 'asc' ? '>' : '<'} ${placeholder} or ${key.name} is null)`;
    return [[...steps.slice(0, at).map(same), later].join(' and ')];
  });
  return alternatives.length > 0 ? `(${alternatives.map((each) => `(${each})`).join(' or ')})` : 'false';
}

function same({ key, placeholder }: { readonly key: KeyColumn; readonly placeholder: string | undefined }): string {
  return placeholder === undefined ? `${key.name} is null` : `${key.name} = ${placeholder}`;
}

/** Undefined: the hit had no value. */
function placeholderOf({ type }: KeyColumn, value: SortValue, parameters: Parameters): string | undefined {
  if (value === null) return undefined;
  return type === 'real'
    ? `${parameters.add(Math.fround(Number(value)), 'float8')}::real`
    : parameters.add(value, type);
}
