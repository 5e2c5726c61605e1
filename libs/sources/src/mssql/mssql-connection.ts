import { ConfigReader } from '../connect/config-reader';
import { explainNetwork } from '../connect/network-errors';
import { said, saidOf } from '../connect/said';
import type { ReadConfig } from '../engine';
import { type Explanation, type Reason, SourceError } from '../reason';

/** Connection to a server of SQL Server. */
export interface MssqlConfig {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Absent: all databases of the server that the login may open. */
  readonly database?: string;
  readonly encrypt: boolean;
  readonly trustServerCertificate: boolean;
}

const PORT = 1433;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. Without a word on it the line is encrypted. */
export function readMssqlConfig(config: Readonly<Record<string, unknown>>): ReadConfig<MssqlConfig> {
  const reader = new ConfigReader(config);
  const database = reader.text('database');
  const read: MssqlConfig = {
    ...reader.hostPort('hostPort', PORT),
    user: reader.required('username'),
    password: reader.required('password'),
    encrypt: reader.boolean('encrypt', true),
    trustServerCertificate: reader.boolean('trustServerCertificate', false),
    ...(database !== undefined && { database }),
  };
  return reader.faults.length ? { faults: reader.faults } : { config: read };
}

/** Reasons by the number of an error of the server. */
const BY_NUMBER: Readonly<Record<number, Reason>> = {
  ...{ 18456: 'loginRefused', 18452: 'loginRefused', 18486: 'loginRefused', 18487: 'loginRefused' },
  ...{ 18488: 'loginRefused', 4060: 'databaseNotFound', 911: 'databaseNotFound', 4064: 'databaseNotFound' },
  ...{ 229: 'notPermitted', 230: 'notPermitted', 262: 'notPermitted', 297: 'notPermitted', 916: 'notPermitted' },
  ...{ 40615: 'notPermitted', 1205: 'timedOut', 1222: 'timedOut', 3960: 'timedOut', 3961: 'timedOut' },
  ...{ 701: 'sourceUnreachable', 802: 'sourceUnreachable', 40197: 'sourceUnreachable', 40501: 'sourceUnreachable' },
  ...{ 40613: 'sourceUnreachable', 10928: 'sourceUnreachable', 10929: 'sourceUnreachable', 3906: 'notReadOnly' },
};

/** Error as the driver throws it: the server's has a number, one of the line the socket's behind it. */
interface DriverError {
  readonly code?: unknown;
  readonly number?: unknown;
  readonly originalError?: unknown;
  readonly cause?: unknown;
}

/**
 * Explains an error of the server, the driver or the line.
 * @param statement what was sent, if something was: of the rest of a message only what stands in it is shown
 */
export function explainMssql(error: unknown, config: MssqlConfig, statement?: string): Explanation {
  const chain = chainOf(error);
  const own = chain.find((one) => one instanceof SourceError);
  if (own) return own;
  const text = error instanceof Error ? error.message : String(error);
  const message = statement === undefined ? said(text, [config.password]) : saidOf(text, statement, [config.password]);
  const { code, number } = (error ?? {}) as DriverError;
  if (typeof number === 'number' || code === 'ELOGIN') {
    const reason = typeof number === 'number' ? (BY_NUMBER[number] ?? 'sqlError') : reasonOfLogin(text);
    return { reason, message, ...hintOf(reason, config) };
  }
  if (code === 'ETIMEOUT' && statement !== undefined) return { reason: 'timedOut', message };
  const ofSocket = chain.findLast(
    (one) => !/^(ESOCKET|EREQUEST|ECONNCLOSED)?$/.test(String((one as DriverError).code ?? '')),
  );
  const ofLine = code === 'ETIMEOUT' ? { code: 'CONNECT_TIMEOUT' } : (ofSocket ?? { code: 'ECONNRESET' });
  return explainNetwork(ofLine, config, { message, tlsField: 'connection.config.trustServerCertificate' });
}

/** An error of the login comes without its number. */
function reasonOfLogin(text: string): Reason {
  if (/Cannot open database/i.test(text)) return 'databaseNotFound';
  return /not allowed to access the server|firewall/i.test(text) ? 'notPermitted' : 'loginRefused';
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < 10;) {
    chain.push(one);
    const { originalError, cause } = one as DriverError;
    one = originalError ?? cause;
  }
  return chain;
}

function hintOf(reason: Reason, { user, host, port, database }: MssqlConfig): { field?: string; cure?: string } {
  if (reason === 'loginRefused')
    return {
      field: 'connection.config.password',
      cure: 'Check user name and password, and that the server takes logins of SQL Server beside those of Windows',
    };
  if (reason === 'databaseNotFound')
    return {
      field: 'connection.config.database',
      cure: `Name a database in which ${user} has a user, in place of ${database ?? 'the default one'}`,
    };
  if (reason === 'notPermitted')
    return {
      field: 'connection.config.username',
      cure: `CREATE USER [${user}] FOR LOGIN [${user}]; GRANT SELECT, VIEW DEFINITION ON SCHEMA::… TO [${user}]; and let the worker in by the server's firewall`,
    };
  if (reason !== 'sourceUnreachable') return {};
  return {
    field: 'connection.config.hostPort',
    cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its sessions`,
  };
}
