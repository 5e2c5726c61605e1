import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lineage: which asset is made of which. Edges are by node, so that renames touch nothing here. */
export class Lineage1700000000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EDGE);
    await runner.query(COLUMN_EDGE);
    await runner.query(COLUMN_PATHS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function column_paths(jsonb, text)');
    await runner.query('drop table lineage_column_edge, lineage_edge');
  }
}

// Both directions are answered by an index alone. source: who said so (Manual, OpenLineage, DbtLineage …).
const EDGE = `
  create table lineage_edge (
    from_node bigint not null references entity (node) on delete cascade,
    to_node bigint not null references entity (node) on delete cascade,
    source text not null,
    pipeline bigint references entity (node) on delete set null,
    sql_query text,
    description text,
    -- What else a client said of the edge, as it came.
    details jsonb not null default '{}',
    -- Of all that the edge says, column pairs too: the same again changes nothing.
    digest uuid not null,
    created_at bigint not null,
    created_by text not null,
    updated_at bigint not null,
    updated_by text not null,
    primary key (from_node, to_node)
  );
  create index lineage_edge_to on lineage_edge (to_node, from_node);
  create index lineage_edge_pipeline on lineage_edge (pipeline) where pipeline is not null;
`;

// One row a pair of columns. item: the place in columnsLineage that the pair came from (its function stands in each row).
// Columns are named by their path inside the asset (struct.field), never by a FQN.
const COLUMN_EDGE = `
  create table lineage_column_edge (
    from_node bigint not null,
    to_node bigint not null,
    item integer not null,
    position integer not null,
    from_column text not null,
    to_column text not null,
    function text,
    primary key (from_node, to_node, item, position),
    foreign key (from_node, to_node) references lineage_edge (from_node, to_node) on delete cascade
  );
`;

// The columns of a list of named parts, nested ones too, each by its path: names joined as in FQNs. A function and no common
// table expression: the planner takes a recursive one for millions of rows, and compiles the statement where it may.
const COLUMN_PATHS = `
  create function column_paths(parts jsonb, prefix text) returns setof text
    language plpgsql immutable parallel safe rows 20 as $$
  declare
    part jsonb;
    name text;
  begin
    if jsonb_typeof(parts) is distinct from 'array' then return; end if;
    for part in select value from jsonb_array_elements(parts) loop
      name := part ->> 'name';
      continue when name is null;
      name := prefix || case when name ~ '[."]' then '"' || replace(name, '"', '""') || '"' else name end;
      return next name;
      if part ? 'children' then return query select column_paths(part -> 'children', name || '.'); end if;
    end loop;
  end $$;
`;
