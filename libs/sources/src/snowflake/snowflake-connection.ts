import { createPrivateKey } from 'node:crypto';
import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { causesOf, type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, SourceError } from '../reason';

export interface SnowflakeConfig {
  readonly account: string;
  readonly user: string;
  readonly password?: string;
  /** PEM text of PKCS 8, not encrypted. */
  readonly privateKey?: string;
  readonly warehouse: string;
  /** Absent: all databases of the account that the role sees. */
  readonly database?: string;
  readonly role?: string;
}

/** Identifier as the driver takes it: it becomes the first labels of a name. */
const ACCOUNT = /^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?){0,3}$/;
const PORT = 443;

export const SNOWFLAKE_FIELDS = {
  account: {
    type: 'text',
    title: 'Account',
    description: 'The identifier, such as myorg-myaccount',
    pattern: ACCOUNT,
    must: 'must be the identifier of an account, such as myorg-myaccount, without .snowflakecomputing.com',
    required: true,
    target: true,
    url: 'host',
  },
  username: { type: 'text', title: 'User', required: true, target: true, url: 'user' },
  password: { type: 'text', title: 'Password', description: 'Or a private key', secret: true, url: 'password' },
  privateKey: { type: 'pem', title: 'Private key', description: 'A PEM text, in place of the password', secret: true },
  snowflakePrivatekeyPassphrase: {
    type: 'text',
    title: 'Passphrase',
    description: 'Of a private key that is encrypted',
    secret: true,
  },
  warehouse: { type: 'text', title: 'Warehouse', required: true, target: true, url: '?warehouse' },
  database: {
    type: 'text',
    title: 'Database',
    description: 'Without it all that the role sees',
    target: true,
    url: 'path',
  },
  role: { type: 'text', title: 'Role', target: true, url: '?role' },
} as const satisfies ConfigFields;

/** Ways to log in: the members of one of them are required. */
export const SNOWFLAKE_LOGINS = [['password'], ['privateKey']] as const;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readSnowflakeConfig(config: Readonly<Record<string, unknown>>): ReadConfig<SnowflakeConfig> {
  const reader = new ConfigReader(config, SNOWFLAKE_FIELDS);
  const account = reader.text('account');
  const [password, key] = [reader.text('password'), reader.pem('privateKey')];
  const passphrase = reader.text('snowflakePrivatekeyPassphrase');
  const [database, role] = [reader.text('database'), reader.text('role')];
  if (password === undefined && key === undefined && !reader.faults.some(({ field }) => field.endsWith('.privateKey')))
    reader.fault('password', 'is required, or privateKey');
  const privateKey = key === undefined ? undefined : plainKey(key, passphrase, reader);
  return reader.result({
    account,
    user: reader.text('username'),
    warehouse: reader.text('warehouse'),
    ...(privateKey === undefined ? { password } : { privateKey }),
    database,
    role,
  });
}

type SnowflakeReader = ConfigReader<typeof SNOWFLAKE_FIELDS>;

/** The driver takes a key without its passphrase, and in one form. A masked one is not read. */
function plainKey(pem: string, passphrase: string | undefined, reader: SnowflakeReader): string | undefined {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    reader.fault(
      'privateKey',
      'must be a private key in PEM, with snowflakePrivatekeyPassphrase where it is encrypted',
    );
    return undefined;
  }
}

export const hostOf = ({ account }: SnowflakeConfig): string =>
  `${account}.snowflakecomputing.${/\.cn-/i.test(account) ? 'cn' : 'com'}`;

/** Reasons by the number of an error. */
const BY_CODE = reasonsByWord({
  loginRefused: '390100 390101 390102 390106 390144',
  notPermitted: '390186 390189 390422 003001 003041',
  databaseNotFound: '390201 390202 390203 000606 000090',
  timedOut: '000604 000630 000639 000625',
  sourceUnreachable: '000603 000605 390114 390112 390115 401002 401003 407001',
});

/** Errors of functions in JavaScript, Python, Java, Scala and Snowflake Scripting. */
const RAISED_BY_FUNCTIONS: ReadonlySet<string> = new Set(['100132', '100357', '100183', '100131', '090236']);

/** Explains an error of the account, the driver or the line. @param statement what was sent, if something was */
export function explainSnowflake(error: unknown, config: SnowflakeConfig, statement?: string): Explanation {
  const causes = causesOf(error);
  const own = causes.find((one) => one instanceof SourceError);
  if (own) return own;
  const { code, data } = (error ?? {}) as { readonly code?: unknown; readonly data?: unknown };
  const isRaised = RAISED_BY_FUNCTIONS.has(String(code));
  const message = errorSaid(error, statement, [config.password, config.privateKey], isRaised);
  const reason = BY_CODE.get(String(code).padStart(6, '0'));
  // Only the account's own errors have something to say beside their number.
  if (reason === undefined && data === undefined) {
    const target = { host: hostOf(config), port: PORT };
    const explained = explainNetwork(causes.at(-1), target, { message, tlsField: 'connection.config.account' });
    return { ...explained, field: 'connection.config.account' };
  }
  return { reason: reason ?? 'sqlError', message, ...hintsOf(config)[reason ?? 'sqlError'] };
}

function hintsOf(config: SnowflakeConfig): Hints {
  const { user, role = 'its default role', warehouse, privateKey } = config;
  return {
    loginRefused: {
      field: `connection.config.${privateKey === undefined ? 'password' : 'privateKey'}`,
      cure: 'Check user name and password or key, that the user may log in without a second factor, and the network policy',
    },
    databaseNotFound: {
      field: 'connection.config.warehouse',
      cure: `Name a warehouse and a database that exist and that ${role} may use: GRANT USAGE ON WAREHOUSE ${warehouse} TO ROLE …`,
    },
    notPermitted: {
      field: 'connection.config.role',
      cure:
        `GRANT ROLE … TO USER ${user}; GRANT USAGE ON DATABASE … and ON ALL SCHEMAS IN DATABASE … to it; ` +
        'GRANT SELECT ON ALL TABLES IN SCHEMA … to it',
    },
    sourceUnreachable: {
      field: 'connection.config.account',
      cure: `Check the identifier of the account: ${hostOf(config)} answers, and takes no session or statement of it`,
    },
  };
}
