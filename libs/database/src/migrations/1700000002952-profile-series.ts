import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Profiles of columns and of writes are found by column and time, not only within the profile of the table with which they came. The members
 * `columns` and `systems` of `table_profile` are filled by processes of the release before alone; a trigger copies what they write.
 */
export class ProfileSeries1700000002952 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(PUT);
    await runner.query(`
      select put_profile_series(asset, timestamp, columns, systems)
        from (select * from table_profile order by asset, timestamp) p`);
    await runner.query(
      `alter table table_profile alter column columns drop not null, alter column systems drop not null`,
    );
    await runner.query(COPY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger copy_profile_series on table_profile; drop function copy_profile_series()');
    await runner.query(`
      update table_profile t set
        columns = coalesce((select jsonb_agg(c.body) from column_profile c
                             where c.asset = t.asset and c.profile = t.timestamp), '[]'),
        systems = coalesce((select jsonb_agg(s.body) from system_profile s
                             where s.asset = t.asset and s.profile = t.timestamp), '[]')`);
    await runner.query(
      `alter table table_profile alter column columns set not null, alter column systems set not null`,
    );
    await runner.query('drop function put_profile_series(bigint, bigint, jsonb, jsonb)');
    await runner.query('drop table column_profile, system_profile');
  }
}

// Times in epoch ms. column_key: the MD5 of the column's path in its table, as FQNs have it. profile: the timestamp of the table's profile
// that told it last. body: as it was told.
const TABLES = `
  create table column_profile (
    asset bigint not null references entity (node) on delete cascade,
    column_key uuid not null,
    timestamp bigint not null,
    profile bigint not null,
    body jsonb not null,
    primary key (asset, column_key, timestamp)
  );
  create index column_profile_of_profile on column_profile (asset, profile, column_key);
  create table system_profile (
    asset bigint not null references entity (node) on delete cascade,
    timestamp bigint not null,
    operation text collate "C" not null,
    profile bigint not null,
    body jsonb not null,
    primary key (asset, timestamp, operation)
  );
  create index system_profile_of_profile on system_profile (asset, profile);
`;

// Puts what came with the table's profile at a timestamp in the place of what came with it before. A name is the path of a column, unless
// a column of the table itself has that name: then its path is the name in quotes.
const PUT = `
  create function put_profile_series(of_asset bigint, at bigint, columns jsonb, systems jsonb) returns void language sql as $$
    delete from column_profile where asset = of_asset and profile = at;
    delete from system_profile where asset = of_asset and profile = at;
    with told as (
      select c ->> 'name' as name, coalesce((c ->> 'timestamp')::bigint, at) as timestamp, c as body
        from jsonb_array_elements(columns) c),
    quoted as (
      select distinct c ->> 'name' as name from entity e, jsonb_array_elements(e.details -> 'columns') c
       where e.node = of_asset and c ->> 'name' ~ '[."]'),
    keyed as (
      select md5(case when q.name is null then t.name else '"' || replace(t.name, '"', '""') || '"' end)::uuid as key, t.timestamp, t.body
        from told t left join quoted q on q.name = t.name)
    insert into column_profile (asset, column_key, timestamp, profile, body)
    select distinct on (key, timestamp) of_asset, key, timestamp, at, body from keyed order by key, timestamp
    on conflict (asset, column_key, timestamp) do update set profile = excluded.profile, body = excluded.body;
    with told as (
      select (s ->> 'timestamp')::bigint as timestamp, s ->> 'operation' as operation, s as body from jsonb_array_elements(systems) s)
    insert into system_profile (asset, timestamp, operation, profile, body)
    select distinct on (timestamp, operation) of_asset, timestamp, operation, at, body from told order by timestamp, operation
    on conflict (asset, timestamp, operation) do update set profile = excluded.profile, body = excluded.body;
  $$;
`;

const COPY = `
  create function copy_profile_series() returns trigger language plpgsql as $$
  begin
    perform put_profile_series(new.asset, new.timestamp, new.columns, coalesce(new.systems, '[]'));
    return null;
  end $$;
  create trigger copy_profile_series after insert or update on table_profile
    for each row when (new.columns is not null) execute function copy_profile_series();
`;
