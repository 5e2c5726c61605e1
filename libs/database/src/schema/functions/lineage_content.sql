-- The content of an edge, as the audit compares it. An expression, so that PostgreSQL plans it as a part of the statement.
create or replace function lineage_content(
  source text, pipeline_fqn text, sql_query text, description text, details jsonb, column_pairs jsonb
) returns jsonb language sql stable parallel safe
  return jsonb_strip_nulls(jsonb_build_object(
    'source', source, 'pipeline', pipeline_fqn, 'sqlQuery', sql_query, 'description', description, 'details', nullif(details, '{}'),
    'columns', column_pairs));
