import type { PreparedStatement } from '@app/database';
import { COUNTED_CODES } from '../row/layout';

const LENGTHS = COUNTED_CODES.map((code) => `len_${code}`);

/** Columns of search_row with the types in which they come. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{
    node: 'bigint',
    id: 'text',
    entity_type: 'text',
    name_key: 'text',
    display_key: 'text',
    fqn_key: 'text',
    deleted: 'boolean',
  },
  ...{ updated_at: 'bigint', total_votes: 'double precision', names: 'tsvector', texts: 'tsvector', kw: 'text[]' },
  ...{ facets: 'text[]', chunks: 'text', tokens: 'integer[]' },
  ...Object.fromEntries(LENGTHS.map((column) => [column, 'smallint'])),
};

const NAMES = Object.keys(COLUMNS);
const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);

/** $1: the rows as JSON. In the order of their nodes, so that two writers never wait for each other in a circle. */
export const UPSERT_ROWS: PreparedStatement = {
  name: 'search_upsert_rows',
  text: `
  with d as materialized (
    select * from json_to_recordset($1::json) as d (${TYPED.join(', ')}, document jsonb, elements jsonb) order by node
  ), r as (
    insert into search_row (${NAMES.join(', ')}) select ${NAMES.join(', ')} from d
    on conflict (node) do update set ${assignments(NAMES.slice(1))}
    returning node
  )
  insert into search_source (node, document, elements) select node, document, elements from d
  on conflict (node) do update set ${assignments(['document', 'elements'])}`,
};

/** $1: terms as JSON. Gives those that were not there. df is not kept here: rows of common words would be locked by every writer. */
export const INSERT_TERMS: PreparedStatement = {
  name: 'search_insert_terms',
  text: `
  insert into search_term (field, term, whole)
  select d.field, d.term, d.whole from json_to_recordset($1::json) as d (field text, term text, whole boolean)
   where not exists (
     select 1 from search_term t where t.field = d.field and t.term = d.term and t.whole = d.whole)
   order by d.field collate "C", d.term collate "C", d.whole
  on conflict do nothing
  returning field, term, whole`,
};

export const DELETE_ROWS = `delete from search_row where node = any($1::bigint[])`;

function assignments(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ');
}
