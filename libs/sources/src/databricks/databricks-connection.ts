import type { ConfigFields } from '../config/config-field';
import { ConfigReader } from '../config/config-reader';
import { API_HOST, apiTarget } from '../config/api-target';
import type { HttpTarget } from '../connect/http-exchange';
import type { ReadConfig } from '../engine';

/** Credentials of a service principal, for which a token is asked, or a token that is there. */
export type DatabricksLogin = { readonly token: string } | { readonly clientId: string; readonly clientSecret: string };

/** Connection to one catalog of a workspace, by one of its SQL warehouses. */
export interface DatabricksConfig extends HttpTarget {
  readonly warehouse: string;
  readonly login: DatabricksLogin;
  /** Absent: all catalogs that the user sees. */
  readonly catalog?: string;
}

/** The path of a warehouse, in the words of today and of before. */
const HTTP_PATH = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([0-9A-Za-z]+)$/;
/** It stands in a header, which takes no others. */
const PRINTABLE = /^[\x21-\x7e]+$/;

export const DATABRICKS_FIELDS = {
  hostPort: {
    ...API_HOST,
    title: 'Workspace',
    description: 'Its name, such as adb-1234567890123456.7.azuredatabricks.net',
    required: true,
    url: 'host',
  },
  httpPath: {
    type: 'text',
    title: 'Path of the SQL warehouse',
    description: '/sql/1.0/warehouses/<id>',
    pattern: HTTP_PATH,
    must: 'must be the path of a SQL warehouse: /sql/1.0/warehouses/<id>',
    required: true,
    target: true,
    url: '?http_path',
  },
  'authType.clientId': {
    type: 'text',
    title: 'Client id',
    description: 'Of a service principal, with its secret; or a token',
    target: true,
  },
  'authType.clientSecret': { type: 'text', title: 'Client secret', secret: true },
  'authType.token': {
    type: 'text',
    title: 'Token',
    description: 'In place of a service principal',
    pattern: PRINTABLE,
    must: 'must be of printable characters of ASCII',
    secret: true,
    url: 'password',
  },
  token: {
    type: 'text',
    title: 'Token',
    pattern: PRINTABLE,
    must: 'must be of printable characters of ASCII',
    secret: true,
    deprecated: true,
  },
  catalog: {
    type: 'text',
    title: 'Catalog',
    description: 'Without it all that the principal sees',
    target: true,
    url: '?catalog',
  },
} as const satisfies ConfigFields;

/** Ways to log in: the members of one of them are required. */
export const DATABRICKS_LOGINS = [
  ['authType.token'],
  ['authType.clientId', 'authType.clientSecret'],
  ['token'],
] as const;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readDatabricksConfig(config: Readonly<Record<string, unknown>>): ReadConfig<DatabricksConfig> {
  const reader = new ConfigReader(config, DATABRICKS_FIELDS);
  const target = apiTarget(reader);
  const warehouse = HTTP_PATH.exec(reader.text('httpPath'))?.[1];
  const catalog = reader.text('catalog');
  const login = loginOf(reader);
  if (reader.faults.length || warehouse === undefined || !login) return { faults: reader.faults };
  return { config: { ...target, warehouse, login, catalog } };
}

function loginOf(reader: ConfigReader<typeof DATABRICKS_FIELDS>): DatabricksLogin | undefined {
  const [inAuthType, beside] = [reader.text('authType.token'), reader.text('token')];
  const token = inAuthType ?? beside;
  if (token !== undefined) return { token };
  const [clientId, clientSecret] = [reader.text('authType.clientId'), reader.text('authType.clientSecret')];
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  const missing = clientId === undefined ? 'authType.token' : 'authType.clientSecret';
  reader.fault(missing, clientId === undefined ? 'is required, or clientId and clientSecret' : 'is required');
  return undefined;
}
