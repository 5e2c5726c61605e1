-- The permission to read the source of a database service, with its limits. It holds for the connection that it was given for.
create table data_access (
  service bigint primary key references entity (node) on delete cascade,
  -- Of the service: runs find their way to the row when the service is gone.
  service_id uuid not null,
  -- As it is shown, with its defaults.
  document jsonb not null,
  -- Of the type of the service and of what its connection leads to.
  digest text not null,
  -- Who changed these without being allowed to say where data is read. Nothing is read until access is given anew.
  suspended_by text,
  updated_by text not null
);
