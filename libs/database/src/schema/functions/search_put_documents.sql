-- Rows of the search index, new or changed, each array with an element for each of them, or so many as its name says. What is null of
-- texts, elements and places stays as it is: of a long value the same place in the toast table, so that nothing is written for it. They
-- come in the order of their nodes, so that two writers never wait for each other in a circle. In PL/pgSQL, since a function in SQL would
-- be planned at each call.
create or replace function search_put_documents(
  nodes bigint[], keys text[], deletions boolean[], times bigint[], votes float8[], names tsvector[], texts tsvector[], chunks text[],
  terms text[], places integer[], counts integer[], lengths integer[], documents jsonb[], elements jsonb[], digests bytea[]
) returns void language plpgsql as $$
#variable_conflict use_column
begin
  with d as materialized (
    select * from unnest(nodes, deletions, times, votes, names, texts, chunks, documents, elements, digests) with ordinality
      as d (node, deleted, updated_at, total_votes, names, texts, chunks, document, elements, digests, at)
  ), r as (
    insert into search_row (
      node, id, entity_type, name_key, display_key, fqn_key, deleted, updated_at, total_votes, names, texts, kw, facets, chunks, tokens,
      len_n, len_m, len_f, len_c, len_h, len_d, len_cd, len_hd)
    select d.node, keys[5 * d.at - 4], keys[5 * d.at - 3], keys[5 * d.at - 2], keys[5 * d.at - 1], keys[5 * d.at - 0],
           d.deleted, d.updated_at, d.total_votes, d.names,
           case when d.texts is not null then d.texts else (select o.texts from search_row o where o.node = d.node) end,
           case when places[4 * d.at] is not null then terms[places[4 * d.at - 3] : places[4 * d.at - 2]]
             else (select o.kw from search_row o where o.node = d.node) end,
           case when places[4 * d.at] is not null then terms[places[4 * d.at - 1] : places[4 * d.at]]
             else (select o.facets from search_row o where o.node = d.node) end,
           d.chunks, counts[8 * d.at - 7 : 8 * d.at],
           lengths[8 * d.at - 7], lengths[8 * d.at - 6], lengths[8 * d.at - 5], lengths[8 * d.at - 4],
           lengths[8 * d.at - 3], lengths[8 * d.at - 2], lengths[8 * d.at - 1], lengths[8 * d.at - 0]
      from d
    on conflict (node) do update
      set id = excluded.id, entity_type = excluded.entity_type, name_key = excluded.name_key, display_key = excluded.display_key,
          fqn_key = excluded.fqn_key, deleted = excluded.deleted, updated_at = excluded.updated_at, total_votes = excluded.total_votes,
          names = excluded.names, texts = excluded.texts, kw = excluded.kw, facets = excluded.facets,
          chunks = excluded.chunks, tokens = excluded.tokens, len_n = excluded.len_n, len_m = excluded.len_m,
          len_f = excluded.len_f, len_c = excluded.len_c, len_h = excluded.len_h, len_d = excluded.len_d,
          len_cd = excluded.len_cd, len_hd = excluded.len_hd
    returning node
  )
  insert into search_source (node, document, elements, digests)
  select d.node, d.document, coalesce(d.elements, (select o.elements from search_source o where o.node = d.node)), d.digests from d
  on conflict (node) do update set document = excluded.document, elements = excluded.elements, digests = excluded.digests;
end $$;
