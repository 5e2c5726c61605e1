-- The column pairs of an edge, as its content has them; null if it has none. In PL/pgSQL, since before PostgreSQL 18 a function in SQL is
-- planned at each call.
create or replace function lineage_columns(of_from bigint, of_to bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('fromColumn', c.from_column, 'toColumn', c.to_column, 'function', c.function)
                     order by c.item, c.position)
      from lineage_column_edge c where c.from_node = of_from and c.to_node = of_to);
end $$;
