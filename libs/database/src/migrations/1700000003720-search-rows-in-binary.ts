import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of search_row behind its key, and where a block of rows has them. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['id', 'entity_type', 'name_key', 'display_key', 'fqn_key'].map((key, at) => [key, `keys[5 * d.at - ${4 - at}]`]),
  ),
  ...{ deleted: 'd.deleted', updated_at: 'd.updated_at', total_votes: 'd.total_votes', names: 'd.names' },
  texts: kept('d.texts is not null', 'd.texts', 'texts'),
  kw: kept('places[4 * d.at] is not null', 'terms[places[4 * d.at - 3] : places[4 * d.at - 2]]', 'kw'),
  facets: kept('places[4 * d.at] is not null', 'terms[places[4 * d.at - 1] : places[4 * d.at]]', 'facets'),
  chunks: 'd.chunks',
  tokens: 'counts[8 * d.at - 7 : 8 * d.at]',
  ...Object.fromEntries(
    ['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'].map((field, at) => [`len_${field}`, `lengths[8 * d.at - ${7 - at}]`]),
  ),
};
const NAMES = Object.keys(COLUMNS).join(', ');

/** What was sent, or else what the row holds: of a long value the same place in the toast table, so that nothing is written for it. */
function kept(isSent: string, sent: string, column: string): string {
  return `case when ${isSent} then ${sent} else (select o.${column} from search_row o where o.node = d.node) end`;
}

const assignments = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(', ');

/**
 * Rows, new or changed, each array with an element for each of them, or so many as its name says. What is null of texts, elements and
 * places stays as it is. They come in the order of their nodes, so that two writers never wait for each other in a circle.
 */
const PUT_DOCUMENTS = `
  create function search_put_documents(
    nodes bigint[], keys text[], deletions boolean[], times bigint[], votes float8[], names tsvector[], texts tsvector[], chunks text[],
    terms text[], places integer[], counts integer[], lengths integer[], documents jsonb[], elements jsonb[], digests bytea[]
  ) returns void language plpgsql as $$
  #variable_conflict use_column
  begin
    with d as materialized (
      select * from unnest(nodes, deletions, times, votes, names, texts, chunks, documents, elements, digests) with ordinality
        as d (node, deleted, updated_at, total_votes, names, texts, chunks, document, elements, digests, at)
    ), r as (
      insert into search_row (node, ${NAMES}) select d.node, ${Object.values(COLUMNS).join(', ')} from d
      on conflict (node) do update set ${assignments(Object.keys(COLUMNS))}
      returning node
    )
    insert into search_source (node, document, elements, digests)
    select d.node, d.document, coalesce(d.elements, (select o.elements from search_source o where o.node = d.node)), d.digests from d
    on conflict (node) do update set ${assignments(['document', 'elements', 'digests'])};
  end $$;
`;

const OLD_COLUMNS = [
  ...['id text', 'entity_type text', 'name_key text', 'display_key text', 'fqn_key text', 'deleted boolean'],
  ...['updated_at bigint', 'total_votes double precision', 'names tsvector', 'texts tsvector', 'kw text[]'],
  ...['facets text[]', 'chunks text', 'tokens integer[]'],
  ...['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'].map((field) => `len_${field} smallint`),
];
const OLD_NAMES = OLD_COLUMNS.map((column) => column.split(' ')[0] as string);

/** Rows as JSON, as processes of before send them. @param more what else is set of a changed document */
const putRows = (more: string): string => `
  create or replace function search_put_rows(rows json) returns void language plpgsql as $$
  begin
    with d as materialized (
      select * from json_to_recordset(rows) as d (node bigint, ${OLD_COLUMNS.join(', ')}, document jsonb, elements jsonb)
       order by node
    ), r as (
      insert into search_row (node, ${OLD_NAMES.join(', ')}) select node, ${OLD_NAMES.join(', ')} from d
      on conflict (node) do update set ${assignments(OLD_NAMES)}
      returning node
    )
    insert into search_source (node, document, elements) select node, document, elements from d
    on conflict (node) do update set ${assignments(['document', 'elements'])}${more};
  end $$;
`;

/**
 * Rows of the index come as arrays in binary, not as JSON, and what a change leaves as it was is not written again: digests say what
 * the row holds. A process of before, which does not know of them, takes them away from what it writes.
 */
export class SearchRowsInBinary1700000003720 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_source add column digests bytea`);
    await runner.query(PUT_DOCUMENTS);
    await runner.query(putRows(', digests = null'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(putRows(''));
    await runner.query(`
      drop function search_put_documents(bigint[], text[], boolean[], bigint[], float8[], tsvector[], tsvector[], text[],
        text[], integer[], integer[], integer[], jsonb[], jsonb[], bytea[])`);
    await runner.query(`alter table search_source drop column digests`);
  }
}
