import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of search_row behind its key, with the types in which they come. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ id: 'text', entity_type: 'text', name_key: 'text', display_key: 'text', fqn_key: 'text', deleted: 'boolean' },
  ...{ updated_at: 'bigint', total_votes: 'double precision', names: 'tsvector', texts: 'tsvector', kw: 'text[]' },
  ...{ facets: 'text[]', chunks: 'text', tokens: 'integer[]' },
  ...Object.fromEntries(['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'].map((field) => [`len_${field}`, 'smallint'])),
};
const NAMES = Object.keys(COLUMNS).join(', ');
const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);

const assignments = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(', ');

/**
 * Rows as JSON, new or changed. In the order of their nodes, so that two writers never wait for each other in a circle. In PL/pgSQL,
 * since a function in SQL would be planned at each call.
 */
const PUT_ROWS = `
  create function search_put_rows(rows json) returns void language plpgsql as $$
  begin
    with d as materialized (
      select * from json_to_recordset(rows) as d (node bigint, ${TYPED.join(', ')}, document jsonb, elements jsonb)
       order by node
    ), r as (
      insert into search_row (node, ${NAMES}) select node, ${NAMES} from d
      on conflict (node) do update set ${assignments(Object.keys(COLUMNS))}
      returning node
    )
    insert into search_source (node, document, elements) select node, document, elements from d
    on conflict (node) do update set ${assignments(['document', 'elements'])};
  end $$;
`;

/**
 * Terms as JSON; gives those that were not there, each looked up by itself: for `not exists` the whole of a small dictionary would be
 * read. df is not kept here: rows of common words would be locked by every writer.
 */
const PUT_TERMS = `
  create function search_put_terms(terms json) returns table (field text, term text, whole boolean) language plpgsql as $$
  #variable_conflict use_column
  begin
    return query
      insert into search_term as t (field, term, whole)
      select d.field, d.term, d.whole from json_to_recordset(terms) as d (field text, term text, whole boolean)
       where (select true from search_term k where k.field = d.field and k.term = d.term and k.whole = d.whole) is null
       order by d.field collate "C", d.term collate "C", d.whole
      on conflict do nothing
      returning t.field, t.term, t.whole;
  end $$;
`;

/**
 * The marks of this very transaction, at most so many. Where the documents of these nodes are all that is to be written, their rows are
 * locked: it waits for those who write the same documents now. What is read in statements behind this one holds what they committed;
 * of two who change a document at once, the later one writes both changes.
 */
const OWN_MARKS = `
  create function search_own_marks(most integer) returns table (node text, wide boolean) language plpgsql as $$
  #variable_conflict use_column
  declare
    nodes bigint[];
    any_wide boolean;
  begin
    select array_agg(m.node), bool_or(m.wide) into nodes, any_wide
      from (select node, wide from search_mark where xid = pg_current_xact_id_if_assigned() limit most) m;
    if nodes is null then return; end if;
    if not any_wide and cardinality(nodes) < most then
      perform 1 from search_row r where r.node = any(nodes) order by r.node for no key update;
    end if;
    return query select m.node::text, m.wide from search_mark m where m.xid = pg_current_xact_id_if_assigned() limit most;
  end $$;
`;

/**
 * The last statement of a transaction that has marked few documents: writes them, what is gone and the new words, and forgets the
 * marks. It does not fail: the marks stay then, and `fault` says why.
 *
 * Rows come before words, so that writers wait for rows first and for words then, never in a circle.
 */
const WRITE_MARKED = `
  create function search_write_marked(rows json, gone bigint[], terms json, out added json, out fault text) language plpgsql as $$
  begin
    if cardinality(gone) > 0 then
      delete from search_row where node = any(gone);
    end if;
    perform search_put_rows(rows);
    if terms is not null then
      select json_agg(t) into added from search_put_terms(terms) t;
    end if;
    delete from search_mark where xid = pg_current_xact_id_if_assigned() and not wide;
  exception when others then
    added := null;
    fault := sqlerrm;
  end $$;
`;

/** The statements with which transactions write their search documents, planned once per connection. */
export class SearchWrites1700000002730 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const made of [PUT_ROWS, PUT_TERMS, OWN_MARKS, WRITE_MARKED]) await runner.query(made);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function search_write_marked(json, bigint[], json)`);
    await runner.query(`drop function search_own_marks(integer)`);
    await runner.query(`drop function search_put_terms(json)`);
    await runner.query(`drop function search_put_rows(json)`);
  }
}
