-- How many items of a dimension failed. Null: the dimension was not evaluated, or too little is said of it. What a pushed result leaves out
-- follows from the rest.
create or replace function failed_items(body jsonb, dimension text) returns numeric language sql immutable parallel safe
  return coalesce((body -> dimension ->> 'failed')::numeric,
                  (body -> dimension ->> 'total')::numeric - (body -> dimension ->> 'passed')::numeric);
