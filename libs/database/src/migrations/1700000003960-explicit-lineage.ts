import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * explicit_stamp: of the newest event of the run that says itself which output is made of which input; the run then has these edges
 * alone. Otherwise each input leads to each output.
 */
const RUN_EDGES = `
  alter table openlineage_run add column explicit_stamp text collate "C";

  create table openlineage_run_edge (
    run uuid not null references openlineage_run (key) on delete cascade,
    from_dataset uuid not null,
    to_dataset uuid not null,
    primary key (run, to_dataset, from_dataset)
  );
  create index openlineage_run_edge_ends on openlineage_run_edge (to_dataset, from_dataset);
`;

/** Other names of a dataset, by which its asset is looked for where its own name leads to none. wanted: as in openlineage_name. */
const ALIASES = `
  create table openlineage_alias (
    dataset uuid not null,
    alias uuid not null,
    namespace text collate "C" not null,
    name text collate "C" not null,
    wanted uuid,
    primary key (dataset, alias)
  );
  create index openlineage_alias_wanted on openlineage_alias (wanted);
`;

const arrival = (awaited: string): string => `
  create or replace function openlineage_arrival() returns trigger language plpgsql as $$
  begin
    if exists (${awaited}) then
      perform pg_notify('openlineage_arrival', '');
    end if;
    return null;
  end $$`;

const BY_NAME = `select 1 from new_rows n join openlineage_name w on w.wanted = md5(n.fqn)::uuid and w.node is null`;
const BY_ALIAS = `
  select 1 from new_rows n join openlineage_alias a on a.wanted = md5(n.fqn)::uuid
    join openlineage_name w on w.key = a.dataset and w.node is null`;

/** Events that tell their edges themselves, and datasets that have several names. */
export class ExplicitLineage1700000003960 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RUN_EDGES);
    await runner.query(ALIASES);
    await runner.query(arrival(`${BY_NAME} union all ${BY_ALIAS}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(arrival(BY_NAME));
    await runner.query('drop table openlineage_alias, openlineage_run_edge');
    await runner.query('alter table openlineage_run drop column explicit_stamp');
  }
}
