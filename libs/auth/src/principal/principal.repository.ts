import type { AccessRule } from '@app/common';
import { Database, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Principal } from './principal';
import type { PrincipalKey } from '../verification/verified-token';
import { policyRules, type PolicyRow } from './policy-rules';

/** The role whose policies apply to every principal, and the one that makes its holder an administrator. */
export const EVERYBODY = 'DataConsumer';
export const ADMINISTRATOR = 'Admin';

/** The user whose rights are requested, by name or e-mail address, and what the token adds or withholds. */
export interface PrincipalQuestion {
  readonly who: PrincipalKey;
  /** Sorted; they count like the user's own. */
  readonly addedRoles: readonly string[];
  /** False: neither the user nor any role makes an administrator. */
  readonly mayAdministrate: boolean;
}

interface Row {
  version: string;
  node: string;
  id: string;
  name: string;
  is_admin: boolean;
  is_bot: boolean;
  direct_roles: string[] | null;
  teams: string[] | null;
  policies: PolicyRow[] | null;
}

/** A principal with the version of the rights that it was read with, in one snapshot. */
export interface VersionedPrincipal {
  readonly version: string;
  readonly principal: Principal;
}

/** Users with everything that decides what they may do, from the catalog's own rows. */
@Injectable()
export class PrincipalRepository {
  constructor(private readonly database: Database) {}

  /** The live user with its teams, their ancestors, and all rules that apply to it. */
  async find({ who, addedRoles, mayAdministrate }: PrincipalQuestion): Promise<VersionedPrincipal | undefined> {
    const [statement, value] = 'name' in who ? [BY_NAME, who.name] : [BY_EMAIL, who.email];
    const [row] = await this.database.read<Row>(statement, [value, addedRoles, EVERYBODY, mayAdministrate]);
    return row && { version: row.version, principal: toPrincipal(row) };
  }

  /** Those of the users that are live, as the transaction sees them. @param nodes of users */
  async all(tx: Transaction, nodes: readonly string[]): Promise<Principal[]> {
    if (nodes.length === 0) return [];
    return (await query<Row>(tx, OF_NODES, [nodes, [], EVERYBODY, true])).map(toPrincipal);
  }
}

function toPrincipal(row: Row): Principal {
  const rules: readonly AccessRule[] = policyRules(row.policies ?? []);
  return {
    node: row.node,
    id: row.id,
    name: row.name,
    isAdmin: row.is_admin || (row.direct_roles ?? []).includes(ADMINISTRATOR),
    isBot: row.is_bot,
    ownerIds: new Set([row.id, ...(row.teams ?? [])]),
    rules,
  };
}

// Only a role of the user itself can make an administrator: who may edit a team could otherwise promote its members.
const principalWhere = (condition: string): string => `
    with recursive
    person as (
      select node, id, name, body from entity where type = 'user' and ${condition} and deleted_by is null
    ),
    team (node) as (
      select r.to_node from person p join entity_reference r on r.from_node = p.node and r.relation = 'teams'
        join entity t on t.node = r.to_node and t.deleted_by is null
      union
      select r.to_node from team join entity_reference r on r.from_node = team.node and r.relation = 'parents'
        join entity t on t.node = r.to_node and t.deleted_by is null
    ),
    role (node, direct) as (
      select r.to_node, true from person p join entity_reference r on r.from_node = p.node and r.relation = 'roles'
      union select node, true from entity where type = 'role' and name = any ($2::text[]) and deleted_by is null
      union select r.to_node, false from team join entity_reference r on r.from_node = team.node and r.relation = 'defaultRoles'
      union select node, false from entity where type = 'role' and name = $3 and deleted_by is null
    ),
    live_role as (
      select role.node, role.direct, e.name from role join entity e on e.node = role.node and e.deleted_by is null
       where $4 or e.name <> '${ADMINISTRATOR}'
    ),
    policy as (
      select r.to_node node from live_role join entity_reference r on r.from_node = live_role.node and r.relation = 'policies'
      union select r.to_node from team join entity_reference r on r.from_node = team.node and r.relation = 'policies'
    )
    select (select version::text from rights_version) "version", p.node::text, p.id::text, p.name,
           $4::boolean and coalesce(p.body -> 'isAdmin' = 'true', false) is_admin,
           coalesce(p.body -> 'isBot' = 'true', false) is_bot,
           (select array_agg(distinct name) from live_role where direct) direct_roles,
           (select array_agg(t.id::text) from team join entity t on t.node = team.node) teams,
           (select jsonb_agg(jsonb_build_object('policy', e.name, 'rules', coalesce(e.details -> 'rules', e.body -> 'rules')))
              from policy join entity e on e.node = policy.node and e.deleted_by is null
             where coalesce(e.details -> 'enabled', e.body -> 'enabled', 'true') <> 'false') policies
      from person p`;

const statementBy = (key: string, condition: string): PreparedStatement => ({
  name: `auth_principal_by_${key}`,
  text: principalWhere(condition),
});

/** Case as stored. */
const BY_NAME = statementBy('name', 'name = $1');
const BY_EMAIL = statementBy('email', `node = (select node from user_email where email = lower($1))`);
const OF_NODES: PreparedStatement = {
  name: 'auth_principals_of_nodes',
  text: `select p.* from unnest($1::bigint[]) w (node) cross join lateral (${principalWhere('node = w.node')}) p`,
};
