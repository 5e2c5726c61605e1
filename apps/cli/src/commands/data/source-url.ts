import { readFileSync } from 'node:fs';
import { usageError } from '../../cli-error';
import { onFile } from '../../document/read-input';

/** The location of the data, as the service stores it. */
export interface SourceConnection {
  readonly serviceType: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** The password, of a connection string that had one. */
  readonly password?: string;
}

/** Types of services by the scheme of a connection string. */
const SCHEMES: Readonly<Record<string, string>> = {
  'postgres:': 'Postgres',
  'postgresql:': 'Postgres',
  'mysql:': 'Mysql',
  'mariadb:': 'MariaDB',
};

const SHAPE = 'postgresql://user@host:5432/database, mysql://… or mariadb://…';

/**
 * Reads a connection string. Messages show nothing of it: it may have a password.
 * @throws {CliError} usage where it is none, or has an unknown parameter
 */
export function readSourceUrl(text: string): SourceConnection {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const serviceType = url && SCHEMES[url.protocol];
  if (!url || serviceType === undefined || url.host === '')
    throw usageError(
      `the connection string must be ${SHAPE}; what is no letter, digit, hyphen or dot in its password has to be percent-encoded`,
    );
  const password = decoded(url.password);
  return {
    serviceType,
    config: {
      ...{ type: serviceType, hostPort: decoded(url.host), username: decoded(url.username) || undefined },
      ...databaseOf(serviceType, decoded(url.pathname.slice(1))),
      ...parametersOf(serviceType, url.searchParams),
    },
    ...(password === '' ? {} : { password }),
  };
}

/** MySQL has schemas and no databases above them. */
export function databaseOf(serviceType: string, name: string | undefined): object {
  if (!name) return {};
  return /^(mysql|mariadb|singlestore)$/i.test(serviceType) ? { databaseSchema: name } : { database: name };
}

/** Those of libpq that say how TLS is spoken; certificates are sent as texts. */
function parametersOf(serviceType: string, parameters: URLSearchParams): object {
  const odd = [...parameters.keys()].find((name) => serviceType !== 'Postgres' || !(name in PARAMETERS));
  if (odd !== undefined)
    throw usageError(
      `the connection string has the parameter ${JSON.stringify(odd)}; ${serviceType === 'Postgres' ? `known: ${Object.keys(PARAMETERS).join(', ')}` : 'it may have none: say the rest by --config-file'}`,
    );
  return Object.assign({}, ...[...parameters].map(([name, value]) => PARAMETERS[name]?.(value))) as object;
}

const PARAMETERS: Readonly<Record<string, (value: string) => object>> = {
  sslmode: (sslMode) => ({ sslMode }),
  sslrootcert: (file) => ({ sslConfig: { caCertificate: onFile(file, 'read', () => readFileSync(file, 'utf8')) } }),
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw usageError('the connection string has a % that is not followed by two hexadecimal digits: write it as %25');
  }
}
