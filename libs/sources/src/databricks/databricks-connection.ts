import { ConfigReader } from '../connect/config-reader';
import { apiTarget } from '../connect/api-target';
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
const HTTP_PATH = /^\/?sql\/1\.0\/(?:warehouses|endpoints)\/([0-9a-z]+)$/i;

/** Reads the shape of OpenMetadata's connector; members beside these are ignored. */
export function readDatabricksConfig(config: Readonly<Record<string, unknown>>): ReadConfig<DatabricksConfig> {
  const reader = new ConfigReader(config);
  const target = apiTarget(reader);
  const path = reader.required('httpPath');
  const warehouse = HTTP_PATH.exec(path)?.[1];
  if (path && warehouse === undefined)
    reader.fault('httpPath', 'must be the path of a SQL warehouse: /sql/1.0/warehouses/<id>');
  const catalog = reader.text('catalog');
  const login = loginOf(reader);
  if (reader.faults.length || warehouse === undefined || !login) return { faults: reader.faults };
  return { config: { ...target, warehouse, login, catalog } };
}

function loginOf(reader: ConfigReader): DatabricksLogin | undefined {
  const token = reader.text('authType.token') ?? reader.text('token');
  if (token !== undefined) {
    // It stands in a header, which takes no others.
    if (!/^[\x21-\x7e]+$/.test(token)) reader.fault('authType.token', 'must be of printable characters of ASCII');
    return { token };
  }
  const [clientId, clientSecret] = [reader.text('authType.clientId'), reader.text('authType.clientSecret')];
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  const missing = clientId === undefined ? 'authType.token' : 'authType.clientSecret';
  reader.fault(missing, clientId === undefined ? 'is required, or clientId and clientSecret' : 'is required');
  return undefined;
}
