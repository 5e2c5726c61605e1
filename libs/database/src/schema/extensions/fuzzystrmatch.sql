-- Distances between words in search.
create extension if not exists fuzzystrmatch;
