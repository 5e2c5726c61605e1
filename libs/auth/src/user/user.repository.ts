import { randomUUID } from 'node:crypto';
import {
  behindSavepoint,
  Database,
  digestOf,
  query,
  recordEntityEvents,
  violatedIndex,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { ADMINISTRATOR } from '../principal/principal.repository';

/** A live user, as far as tokens and passwords need it. */
export interface UserRow {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
}

export interface UserWithPassword extends UserRow {
  /** argon2id, encoded; absent where the user has no password. */
  readonly hash?: string;
}

export interface NewUser {
  readonly name: string;
  /** Absent: one of the catalog's own domain is generated. */
  readonly email?: string;
  readonly isAdmin: boolean;
  /** Whether it is a program; default false. */
  readonly isBot?: boolean;
  readonly updatedBy: string;
}

const COLUMNS = `u.node::text, u.id::text, u.name, coalesce(u.body -> 'isBot' = 'true', false) "isBot"`;
const LIVE = `u.type = 'user' and u.deleted_by is null`;

/** $1 is the role that makes an administrator. */
const ADMINISTRATES = `
  (u.body -> 'isAdmin' = 'true'
    or exists (select 1 from entity_reference f join entity r on r.node = f.to_node and r.deleted_by is null
                where f.from_node = u.node and f.relation = 'roles' and r.name = $1))`;
/** An advisory lock: two administrators who remove each other are serialised. */
const ADMINISTRATORS_LOCK = 0x61646d6e;

const BY_LOGIN = {
  name: 'auth_user_by_login',
  text: `
    select ${COLUMNS}, c.hash from entity u left join credential c on c.user_node = u.node
     where ${LIVE} and (u.node = (select m.node from user_email m where m.email = lower($1)) or u.name = $1)
     order by c.hash is null, lower(u.body ->> 'email') = lower($1) desc, u.node limit 1`,
};

/** Questions about users that tokens and passwords raise; what else a user has is the catalog's. */
@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  /** By e-mail address (in any case), else by name. */
  async findByLogin(login: string): Promise<UserWithPassword | undefined> {
    return found(await this.database.read<Row>(BY_LOGIN, [login]));
  }

  async findByName(name: string): Promise<UserWithPassword | undefined> {
    const text = `select ${COLUMNS}, c.hash from entity u left join credential c on c.user_node = u.node where ${LIVE} and u.name = $1`;
    return found(await this.database.query<Row>(text, [name]));
  }

  async rolesOf(node: string): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select r.name from entity_reference f join entity r on r.node = f.to_node and r.deleted_by is null
        where f.from_node = $1 and f.relation = 'roles' order by f.position`,
      [node],
    );
    return rows.map(({ name }) => name);
  }

  /** Whether an administrator can log in already. */
  async adminWithPasswordExists(): Promise<boolean> {
    const rows = await this.database.query(
      `select 1 from credential c join entity u on u.node = c.user_node and ${LIVE}
        where ${ADMINISTRATES} limit 1`,
      [ADMINISTRATOR],
    );
    return rows.length > 0;
  }

  /** Whether one of these users administrates, or did so before it was deleted. */
  async includesAdministrator(tx: Transaction, nodes: readonly string[]): Promise<boolean> {
    const text = `select 1 from entity u where u.node = any ($2::bigint[]) and ${ADMINISTRATES} limit 1`;
    return (await query(tx, text, [ADMINISTRATOR, nodes])).length > 0;
  }

  /**
   * Whether anybody but these users administrates. The call waits for earlier transactions that made the same check.
   */
  async hasOtherAdministrator(tx: Transaction, nodes: readonly string[]): Promise<boolean> {
    await query(tx, 'select pg_advisory_xact_lock($1)', [ADMINISTRATORS_LOCK]);
    const text = `select 1 from entity u where ${LIVE} and u.node <> all ($2::bigint[]) and ${ADMINISTRATES} limit 1`;
    return (await query(tx, text, [ADMINISTRATOR, nodes])).length > 0;
  }

  /** undefined where a user of that name is there (deleted ones too): nothing is changed then. */
  async insert(tx: Transaction, user: NewUser): Promise<UserRow | undefined> {
    const made = await this.tryInsert(tx, user, user.email ?? `${localPart(user.name)}@${OWN_DOMAIN}`);
    if (made || user.email !== undefined || (await this.isNameTaken(tx, user.name))) return made;
    return this.tryInsert(tx, user, `${randomUUID()}@${OWN_DOMAIN}`);
  }

  /** The user of that name as an administrator: made, or given back its rights and its life. */
  async makeAdmin(tx: Transaction, user: Omit<NewUser, 'isAdmin'>): Promise<UserRow> {
    const made = await this.insert(tx, { ...user, isAdmin: true });
    if (made) return made;
    const [row] = await query<UserRow>(
      tx,
      `with changed as (
         update entity u set body = u.body || '{"isAdmin": true}', deleted_by = null, updated_at = $2, updated_by = $3
          where u.type = 'user' and u.name = $1 returning u.*),
       told as (${recordEntityEvents('entityUpdated', 'changed', RIGHTS)})
       select ${COLUMNS} from changed u`,
      [user.name, Date.now(), user.updatedBy],
    );
    return row!;
  }

  /** undefined where the name or the address is taken, also by another process meanwhile. */
  private async tryInsert(tx: Transaction, user: NewUser, email: string): Promise<UserRow | undefined> {
    const { isBot = false, isAdmin } = user;
    const body = { email, isBot, isAdmin };
    const insert = (): Promise<Omit<UserRow, 'isBot'>[]> =>
      query<Omit<UserRow, 'isBot'>>(
        tx,
        `with made as (
           insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
           values ($1, 'user', $2, $3, 1, $4, $5, $6, '{}') on conflict do nothing returning *),
         told as (${recordEntityEvents('entityCreated', 'made', { actor: '$5', at: 'updated_at', after: digestOf('made') })})
         select node::text, id::text, name from made`,
        [randomUUID(), user.name, fqnOf(user.name), Date.now(), user.updatedBy, JSON.stringify(body)],
      );
    try {
      const [row] = await behindSavepoint(tx, insert);
      return row && { ...row, isBot };
    } catch (error) {
      if (violatedIndex(error) !== 'entity_user_email') throw error;
      return undefined;
    }
  }

  private async isNameTaken(tx: Transaction, name: string): Promise<boolean> {
    const rows = await query(tx, `select 1 from entity where type = 'user' and name = $1`, [name]);
    return rows.length > 0;
  }

  /** Names of the live roles, in order. */
  async allRoles(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select name from entity where type = 'role' and deleted_by is null order by name limit 100`,
    );
    return rows.map(({ name }) => name);
  }

  /** Assigns the live role of that name to the user; false if there is no such role. */
  async addRole(tx: Transaction, node: string, role: string): Promise<boolean> {
    const rows = await query(
      tx,
      `with role as (select node from entity where type = 'role' and name = $2 and deleted_by is null),
       added as (
         insert into entity_reference (from_node, relation, to_node, position)
         select $1, 'roles', role.node,
                (select coalesce(max(position) + 1, 0) from entity_reference where from_node = $1 and relation = 'roles')
           from role on conflict do nothing)
       select 1 from role`,
      [node, role],
    );
    return rows.length > 0;
  }
}

/** The columns that change where the operator makes a user an administrator: no new version. */
const RIGHTS = {
  actor: 'updated_by',
  previous: 'version',
  at: 'updated_at',
  change: `'{"fieldsAdded": [], "fieldsUpdated": [{"name": "isAdmin", "newValue": true}], "fieldsDeleted": []}'`,
};

/** Reserved for private use (ICANN, 2024): mail to it goes nowhere. */
const OWN_DOMAIN = 'catalog.internal';

/** The name as the local part of an address (RFC 5322 dot-atom, at most 64 characters). */
function localPart(name: string): string {
  return name
    .slice(0, 64)
    .replace(/[^A-Za-z0-9._+-]/g, '_')
    .replace(/^\.|\.$|\.(?=\.)/g, '_');
}

type Row = UserRow & { hash: string | null };

const found = ([row]: readonly Row[]): UserWithPassword | undefined => row && { ...row, hash: row.hash ?? undefined };

/** A part of an FQN with a dot is quoted. */
function fqnOf(name: string): string {
  return name.includes('.') ? `"${name}"` : name;
}
