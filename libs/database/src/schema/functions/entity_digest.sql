-- The digest of what an entity's row says, whatever is named by reference in it. jsonb as text has one order of members. A statement that
-- needs the texts of the documents as well makes them once, and has the digest of these.
create or replace function entity_digest(fqn text, version integer, body text, details text) returns bytea
  language sql stable parallel safe
  return sha256(convert_to(fqn || E'\n' || version || E'\n' || body || E'\n' || details, 'UTF8'));

create or replace function entity_digest(fqn text, version integer, body jsonb, details jsonb) returns bytea
  language sql stable parallel safe
  return entity_digest(entity_digest.fqn, entity_digest.version, entity_digest.body::text, entity_digest.details::text);
