-- The e-mail addresses of live users, in lower case: people log in by them. Kept by triggers, so that no index of entity rests on its body. The
-- constraint has a name of its own: what it refuses is worded by that.
create table user_email (
  node bigint primary key references entity on delete cascade,
  email text not null constraint entity_user_email unique
);
