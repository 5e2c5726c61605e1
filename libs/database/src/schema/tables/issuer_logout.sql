-- Logouts that outside issuers have told of. Each counts once, and holds up sign-ins that were on their way when it came.
create table issuer_logout (
  issuer text not null,
  -- SHA-256 of its id.
  token bytea not null,
  subject text,
  session text,
  issued_at timestamptz not null,
  -- It is neither taken again nor met by a sign-in afterwards.
  expires_at timestamptz not null,
  primary key (issuer, token)
);
