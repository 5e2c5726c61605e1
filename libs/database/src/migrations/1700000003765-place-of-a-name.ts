import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The part of an FQN that a text is: quoted where it holds a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/**
 * The asset that a name of an event is, of one of the types; those before others. wanted: the digest of the FQN whose arrival is noticed at once.
 *
 * A rule says in which service the names of a namespace lie; without one the namespace is the name of the service. The name is one part of
 * the FQN, or its dots separate levels: below a database service always, elsewhere where no asset has it as one part.
 */
const FIND = `
  create function openlineage_find(named openlineage_name, types text[], out wanted uuid, out node bigint) language plpgsql as $$
  #variable_conflict use_column
  declare
    service record;
    prefix text;
    as_one text;
    as_levels text;
  begin
    select s.node, s.type, s.fqn into service
      from openlineage_mapping m join entity s on s.node = m.service
     where starts_with(named.namespace, m.namespace_prefix)
     order by length(m.namespace_prefix) desc limit 1;
    prefix := coalesce(service.fqn, ${asPart('named.namespace')}) || '.';
    as_levels := prefix || named.name;
    as_one := case when service.type = 'databaseService' then as_levels else prefix || ${asPart('named.name')} end;
    openlineage_find.wanted := md5(case when service.node is null then as_levels else as_one end)::uuid;
    select e.node into openlineage_find.node
      from entity e
     where e.type = any(types) and md5(e.fqn)::uuid in (md5(as_one)::uuid, md5(as_levels)::uuid) and e.fqn in (as_one, as_levels)
     order by e.fqn <> as_one, array_position(types, e.type) limit 1;
  end $$;
`;

/** What a name of an event stands for, for one name. */
export class PlaceOfAName1700000003765 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FIND);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function openlineage_find(openlineage_name, text[])`);
  }
}
