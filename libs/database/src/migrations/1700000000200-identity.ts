import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passwords, logins, tokens, the limits on guessing them, and the roles that a fresh catalog has. */
export class Identity1700000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREDENTIALS);
    await runner.query(TOKENS);
    await runner.query(GUESSING);
    for (const role of ROLES) await runner.query(SEED, [...role.slice(0, 6), ruleOf(role)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table setup_secret, login_failure, refresh_token, login_family, access_token, credential`);
    await runner.query(`delete from entity where id = any ($1::uuid[])`, [
      ROLES.flatMap(([, role, , policy]) => [role, policy]),
    ]);
  }
}

// hash: argon2id in its encoded form, parameters included.
const CREDENTIALS = `
  create table credential (
    user_node bigint primary key references entity (node) on delete cascade,
    hash text not null,
    changed_at timestamptz not null default now()
  );
`;

// access_token: personal and bot tokens by their jti; the text of a token is kept nowhere.
// login_family: one login and every token that came of it. refresh_token: by the SHA-256 of its text; its successor is the
// HMAC of that text with seed, so that it can be given twice and yet be read from no row.
const TOKENS = `
  create table access_token (
    jti uuid primary key,
    user_node bigint not null references entity (node) on delete cascade,
    name text not null,
    kind text not null check (kind in ('personal', 'bot')),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz
  );
  create index access_token_user on access_token (user_node);

  create table login_family (
    id uuid primary key,
    user_node bigint not null references entity (node) on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz
  );
  create index login_family_user on login_family (user_node);

  create table refresh_token (
    digest bytea primary key,
    family uuid not null references login_family (id) on delete cascade,
    seed bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    used_from text
  );
  create index refresh_token_family on refresh_token (family, expires_at);
`;

// login_failure: an attempt stands here from before its password is checked until it succeeds, so that attempts at the
// same time cannot slip past a limit. setup_secret: SHA-256; one row a start of the API, none once the first admin is set.
const GUESSING = `
  create table login_failure (
    id bigint generated always as identity primary key,
    account text not null,
    address text not null,
    at timestamptz not null default clock_timestamp()
  );
  create index login_failure_pair on login_failure (account, address, at);
  create index login_failure_account on login_failure (account, at);
  create index login_failure_address on login_failure (address, at);
  create index login_failure_at on login_failure (at);

  create table setup_secret (
    digest bytea primary key,
    made_at timestamptz not null default clock_timestamp()
  );
`;

type Role = readonly [
  name: string,
  roleId: string,
  description: string,
  policyId: string,
  policyName: string,
  policyDescription: string,
  operations: readonly string[],
];

const CONSUMER = ['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'];

// As they were when this migration was released; a later change of the shipped roles is a later migration.
const ROLES: readonly Role[] = [
  [
    'Admin',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a01',
    'May do everything, the administration of users, roles and policies included.',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b01',
    'AdminPolicy',
    'Everything on everything.',
    ['All'],
  ],
  [
    'DataConsumer',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a02',
    'What every principal may: see, search and export.',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b02',
    'DataConsumerPolicy',
    'See and search everything, export lineage. Holds for every principal.',
    CONSUMER,
  ],
  [
    'DataSteward',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a03',
    'Describes data, looks after its tests and contracts.',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b03',
    'DataStewardPolicy',
    'What a consumer may, and describe, tag, assign owners, draw lineage, validate contracts, manage results.',
    [
      ...CONSUMER,
      ...['EditDescription', 'EditTags', 'EditOwners', 'EditLineage', 'EditTests', 'ValidateContract', 'ManageResults'],
    ],
  ],
  [
    'Bot',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a04',
    'Brings metadata in: for ingestion.',
    '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b04',
    'BotPolicy',
    'What a consumer may, and create and edit entities, lineage and results.',
    [...CONSUMER, 'Create', 'EditAll', 'EditLineage', 'ManageResults'],
  ],
];

function ruleOf([name, , , , , , operations]: Role): string {
  const rule = { name: `${name}Rule`, effect: 'allow', operations, resources: ['All'] };
  return JSON.stringify({ rules: [rule], enabled: true });
}

const SEED = `
  with role as (
    insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
    values ($2::uuid, 'role', $1::text, $1::text, 1, (extract(epoch from now()) * 1000)::bigint, 'system',
            jsonb_build_object('description', $3::text), '{}')
    returning node
  ), policy as (
    insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
    values ($4::uuid, 'policy', $5::text, $5::text, 1, (extract(epoch from now()) * 1000)::bigint, 'system',
            jsonb_build_object('description', $6::text), $7::jsonb)
    returning node
  )
  insert into entity_reference (from_node, relation, to_node, position)
  select role.node, 'policies', policy.node, 0 from role, policy`;
