-- Patterns in search. Trusted, as fuzzystrmatch is: who owns the database may create it.
create extension if not exists pg_trgm;
