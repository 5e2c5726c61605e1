import type { Operation } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { AccessControl } from '../permission/access-control';
import type { AccessObject } from '../permission/condition';
import type { Principal } from './principal';
import { EVERYBODY, PrincipalRepository } from './principal.repository';

/**
 * Users, no bots, with a role or a team whose policies have a rule that allows some of the operations on some of the resources, by name. What everybody may
 * names no user.
 */
const HOLDERS: PreparedStatement = {
  name: 'auth_rule_holders',
  text: `
    with recursive
    policy as (
      select e.node from entity e cross join lateral (select coalesce(e.details -> 'rules', e.body -> 'rules') as rules) own
       where e.type = 'policy' and e.deleted_by is null and coalesce(e.details -> 'enabled', e.body -> 'enabled', 'true') <> 'false'
         and exists (
           select from jsonb_array_elements(case jsonb_typeof(own.rules) when 'array' then own.rules else '[]' end) r
            where r ->> 'effect' = 'allow' and r -> 'operations' ?| $1::text[] and r -> 'resources' ?| $2::text[])
    ),
    role as (
      select e.node from policy p join entity_reference r on r.to_node = p.node and r.relation = 'policies'
        join entity e on e.node = r.from_node and e.type = 'role' and e.deleted_by is null and e.name <> $3
    ),
    team (node) as (
      select e.node from policy p join entity_reference r on r.to_node = p.node and r.relation = 'policies'
        join entity e on e.node = r.from_node and e.type = 'team' and e.deleted_by is null
      union
      select e.node from role o join entity_reference r on r.to_node = o.node and r.relation = 'defaultRoles'
        join entity e on e.node = r.from_node and e.deleted_by is null
      union
      select e.node from team t join entity_reference r on r.to_node = t.node and r.relation = 'parents'
        join entity e on e.node = r.from_node and e.type = 'team' and e.deleted_by is null
    ),
    person as (
      select r.from_node as node from role o join entity_reference r on r.to_node = o.node and r.relation = 'roles'
      union
      select r.from_node from team t join entity_reference r on r.to_node = t.node and r.relation = 'teams'
    )
    select u.node::text from person p join entity u on u.node = p.node and u.type = 'user' and u.deleted_by is null
     where not coalesce(u.body -> 'isBot' = 'true', false) order by u.name limit $4`,
};

/** A right that a rule may grant. */
export interface GrantedRight {
  readonly operation: Operation;
  readonly resource: string;
  readonly object: AccessObject;
}

/** Finds those who may do something by a rule of a role or a team of theirs. */
@Injectable()
export class RuleHolders {
  constructor(
    private readonly principals: PrincipalRepository,
    private readonly access: AccessControl,
  ) {}

  /** No bots. @param most users who are looked at, by name; those to whom a further rule denies it are among these */
  async of(tx: Transaction, { operation, resource, object }: GrantedRight, most: number): Promise<Principal[]> {
    const values = [[operation, 'All'], [resource, 'All', 'all'], EVERYBODY, most];
    const found = await query<{ node: string }>(tx, HOLDERS, values);
    const nodes = found.map(({ node }) => node);
    const people = await this.principals.all(tx, nodes);
    return people.filter((one) => this.access.allows(one, operation, resource, object));
  }
}
