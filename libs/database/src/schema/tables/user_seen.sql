-- When a user, or a bot, last made a request. No column of the user's own row: a request makes no version, no event and no ETag.
create table user_seen (
  node bigint primary key references entity (node) on delete cascade,
  -- Epoch ms, by some minutes too early.
  seen_at bigint not null
);
