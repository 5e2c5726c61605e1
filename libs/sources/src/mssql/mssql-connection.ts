import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { causesOf, type Hints, reasonsByWord } from '../connect/explaining';
import { explainNetwork } from '../connect/network-errors';
import { errorSaid } from '../connect/said';
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

export const MSSQL_FIELDS = {
  hostPort: { type: 'host', title: 'Host and port', port: PORT, required: true, target: true, url: 'host' },
  username: { type: 'text', title: 'Login', required: true, target: true, url: 'user' },
  password: { type: 'text', title: 'Password', required: true, secret: true, url: 'password' },
  database: {
    type: 'text',
    title: 'Database',
    description: 'Without it all that the login may open',
    target: true,
    url: 'path',
  },
  encrypt: { type: 'flag', title: 'TLS', standard: true, target: true },
  trustServerCertificate: {
    type: 'flag',
    title: 'Trust any certificate',
    description: 'Whether the certificate of the server is not checked',
    standard: false,
    target: true,
  },
} as const satisfies ConfigFields;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. Without a word on it the line is encrypted. */
export function readMssqlConfig(config: Readonly<Record<string, unknown>>): ReadConfig<MssqlConfig> {
  const reader = new ConfigReader(config, MSSQL_FIELDS);
  const database = reader.text('database');
  return reader.result({
    ...reader.hostPort('hostPort'),
    user: reader.text('username'),
    password: reader.text('password'),
    encrypt: reader.boolean('encrypt'),
    trustServerCertificate: reader.boolean('trustServerCertificate'),
    database,
  });
}

/** Reasons by the number of an error of the server. */
const BY_NUMBER = reasonsByWord({
  loginRefused: '18456 18452 18486 18487 18488',
  databaseNotFound: '4060 911 4064',
  notPermitted: '229 230 262 297 916 40615',
  timedOut: '1205 1222 3960 3961',
  sourceUnreachable: '701 802 40197 40501 40613 10928 10929',
  notReadOnly: '3906',
});

/** Error as the driver throws it: the server's has a number, one of the line the socket's behind it. */
interface DriverError {
  readonly code?: unknown;
  readonly number?: unknown;
}

/** Numbers of RAISERROR and THROW begin here. */
const FIRST_RAISED = 50_000;

/** Explains an error of the server, the driver or the line. @param statement what was sent, if something was */
export function explainMssql(error: unknown, config: MssqlConfig, statement?: string): Explanation {
  const causes = causesOf(error);
  const own = causes.find((one) => one instanceof SourceError);
  if (own) return own;
  const { code, number } = (error ?? {}) as DriverError;
  const isRaised = typeof number === 'number' && number >= FIRST_RAISED;
  const message = errorSaid(error, statement, [config.password], isRaised);
  if (typeof number === 'number' || code === 'ELOGIN') {
    const reason = typeof number === 'number' ? BY_NUMBER.get(String(number)) : reasonOfLogin((error as Error).message);
    return { reason: reason ?? 'sqlError', message, ...hintsOf(config)[reason ?? 'sqlError'] };
  }
  if (code === 'ETIMEOUT' && statement !== undefined) return { reason: 'timedOut', message };
  const ofSocket = causes.findLast(
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

function hintsOf({ user, host, port, database }: MssqlConfig): Hints {
  return {
    loginRefused: {
      field: 'connection.config.password',
      cure: 'Check user name and password, and that the server takes logins of SQL Server beside those of Windows',
    },
    databaseNotFound: {
      field: 'connection.config.database',
      cure: `Name a database in which ${user} has a user, in place of ${database ?? 'the default one'}`,
    },
    notPermitted: {
      field: 'connection.config.username',
      cure: `CREATE USER [${user}] FOR LOGIN [${user}]; GRANT SELECT, VIEW DEFINITION ON SCHEMA::… TO [${user}]; and let the worker in by the server's firewall`,
    },
    sourceUnreachable: {
      field: 'connection.config.hostPort',
      cure: `The server at ${host}:${port} was reached and takes no statements now: see its log and its sessions`,
    },
  };
}
