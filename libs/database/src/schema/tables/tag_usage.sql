-- Which entities bear a tag, on themselves or on a part: for filters and for the renaming of tags. The labels stand in the entity's own
-- document. A tag and a term can have one FQN and stand on one entity: what it bears is told by FQN and source.
create table tag_usage (
  node bigint not null references entity (node) on delete cascade,
  tag_fqn text collate "C" not null,
  source text not null
);

create unique index tag_usage_of_node on tag_usage (node, (md5(tag_fqn)::uuid), source);
create index tag_usage_of_tag on tag_usage ((md5(tag_fqn)::uuid), node);
