-- The difference that one result makes to the counts of its hour: what it adds to them (change 1), or takes from them (-1). An open run is
-- not counted: all zero. An expression, so that PostgreSQL plans it as a part of the statement.
create or replace function result_counts(result contract_result, change integer) returns contract_result_count
  language sql immutable parallel safe
  return row(
    result.contract, result.timestamp / 3600000, result.status,
    change * (not (result.origin = 'run' and result.status in ('Queued', 'Running')))::integer,
    change * (failed_items(result.body, 'schemaValidation') is not null)::integer,
    change * coalesce(failed_items(result.body, 'schemaValidation') = 0, false)::integer,
    change * (failed_items(result.body, 'semanticsValidation') is not null)::integer,
    change * coalesce(failed_items(result.body, 'semanticsValidation') = 0, false)::integer,
    change * (failed_items(result.body, 'qualityValidation') is not null)::integer,
    change * coalesce(failed_items(result.body, 'qualityValidation') = 0, false)::integer,
    change * (failed_targets(result.body) is not null)::integer,
    change * coalesce(failed_targets(result.body) = 0, false)::integer)::contract_result_count;
