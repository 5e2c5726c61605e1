import { createPrivateKey } from 'node:crypto';
import { ConfigReader } from '../connect/config-reader';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, type Reason, SourceError } from '../reason';

/** Connection to one account of Snowflake. */
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
const ACCOUNT = /^[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?){0,3}$/i;
const PORT = 443;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readSnowflakeConfig(config: Readonly<Record<string, unknown>>): ReadConfig<SnowflakeConfig> {
  const reader = new ConfigReader(config);
  const account = reader.required('account');
  if (account && !ACCOUNT.test(account))
    reader.fault(
      'account',
      'must be the identifier of an account, such as myorg-myaccount, without .snowflakecomputing.com',
    );
  const [password, key] = [reader.text('password'), reader.pem('privateKey')];
  const passphrase = reader.text('snowflakePrivatekeyPassphrase');
  const [database, role] = [reader.text('database'), reader.text('role')];
  if (password === undefined && key === undefined && !reader.faults.some(({ field }) => field.endsWith('.privateKey')))
    reader.fault('password', 'is required, or privateKey');
  const privateKey = key === undefined ? undefined : plainKey(key, passphrase, reader);
  const read: SnowflakeConfig = {
    account,
    user: reader.required('username'),
    warehouse: reader.required('warehouse'),
    ...(privateKey === undefined ? password !== undefined && { password } : { privateKey }),
    ...(database !== undefined && { database }),
    ...(role !== undefined && { role }),
  };
  return reader.faults.length ? { faults: reader.faults } : { config: read };
}

/** The driver takes a key without its passphrase, and in one form. A masked one is not read. */
function plainKey(pem: string, passphrase: string | undefined, reader: ConfigReader): string | undefined {
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
const BY_CODE: Readonly<Record<string, Reason>> = {
  ...{ '390100': 'loginRefused', '390101': 'loginRefused', '390102': 'loginRefused', '390106': 'loginRefused' },
  ...{ '390144': 'loginRefused', '390186': 'notPermitted', '390189': 'notPermitted', '390422': 'notPermitted' },
  ...{ '390201': 'databaseNotFound', '390202': 'databaseNotFound', '390203': 'databaseNotFound' },
  ...{ '000606': 'databaseNotFound', '003001': 'notPermitted', '003041': 'notPermitted' },
  ...{ '000604': 'timedOut', '000630': 'timedOut', '000639': 'timedOut', '000625': 'timedOut' },
  ...{ '000603': 'sourceUnreachable', '000605': 'sourceUnreachable', '390114': 'sourceUnreachable' },
  ...{ '390112': 'sourceUnreachable', '390115': 'sourceUnreachable', '401002': 'sourceUnreachable' },
  ...{ '401003': 'sourceUnreachable', '407001': 'sourceUnreachable', '000090': 'databaseNotFound' },
};

/**
 * Explains an error of the account, the driver or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainSnowflake(error: unknown, config: SnowflakeConfig, statement?: string): Explanation {
  const own = causesOf(error).find((one) => one instanceof SourceError);
  if (own) return own;
  const text = error instanceof Error ? error.message : String(error);
  const secrets = [config.password, config.privateKey].filter((one) => one !== undefined);
  const message = statement === undefined ? said(text, secrets) : saidOf(text, statement, secrets);
  const { code, data } = (error ?? {}) as { readonly code?: unknown; readonly data?: unknown };
  const reason = BY_CODE[String(code).padStart(6, '0')];
  // Only the account's own errors have something to say beside their number.
  if (reason === undefined && data === undefined) {
    const ofLine = causesOf(error).at(-1);
    const target = { host: hostOf(config), port: PORT };
    const explained = explainNetwork(ofLine, target, { message, tlsField: 'connection.config.account' });
    return { ...explained, field: 'connection.config.account' };
  }
  return { reason: reason ?? 'sqlError', message, ...hintOf(reason ?? 'sqlError', config) };
}

/** An error and what it came from, the outermost first. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && causes.length < 10;) {
    causes.push(one);
    one = (one as { readonly cause?: unknown }).cause;
  }
  return causes;
}

function hintOf(reason: Reason, config: SnowflakeConfig): { field?: string; cure?: string } {
  const { user, role = 'its default role', warehouse, privateKey } = config;
  if (reason === 'loginRefused')
    return {
      field: `connection.config.${privateKey === undefined ? 'password' : 'privateKey'}`,
      cure: 'Check user name and password or key, that the user may log in without a second factor, and the network policy',
    };
  if (reason === 'databaseNotFound')
    return {
      field: 'connection.config.warehouse',
      cure: `Name a warehouse and a database that exist and that ${role} may use: GRANT USAGE ON WAREHOUSE ${warehouse} TO ROLE …`,
    };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.role',
      cure:
        `GRANT ROLE … TO USER ${user}; GRANT USAGE ON DATABASE … and ON ALL SCHEMAS IN DATABASE … to it; ` +
        'GRANT SELECT ON ALL TABLES IN SCHEMA … to it',
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.account',
    cure: `Check the identifier of the account: ${hostOf(config)} answers, and takes no session or statement of it`,
  };
}
