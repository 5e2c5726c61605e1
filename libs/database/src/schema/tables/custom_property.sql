-- Which custom properties the extension of each entity type has, beside what anybody puts there.
create table custom_property (
  type text not null,
  name text collate "C" not null,
  display_name text,
  description text not null,
  -- The name of the type of its values, and what they are validated against beside it, or null.
  kind text not null,
  config jsonb,
  updated_at bigint not null,
  updated_by text not null,
  primary key (type, name)
);
