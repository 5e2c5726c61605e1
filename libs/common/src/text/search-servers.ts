/** Nodes of one search server, and the login that all of them take. */
export interface SearchServers {
  /** URLs without a login, all different, at least one. */
  readonly nodes: readonly string[];
  readonly login?: { readonly username: string; readonly password: string };
}

/** A comma before another URL; any other one is part of a URL. */
const BETWEEN = /\s*,\s*(?=https?:\/\/)/i;

/**
 * The nodes of `https://user:password@a:9200,https://b:9200`. One login is that of all nodes, in whichever URL it stands. Undefined where a
 * part is no URL of http or https, where a node is there twice, and where two parts have different logins.
 */
export function searchServers(urls: string): SearchServers | undefined {
  const parts = urls.split(BETWEEN).map(partOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  const nodes = parts.map(({ node }) => node);
  const [login, ...others] = new Map(
    parts.flatMap(({ login }) => (login ? [[JSON.stringify(login), login]] : [])),
  ).values();
  if (others.length > 0 || new Set(nodes).size < nodes.length) return undefined;
  return { nodes, ...(login && { login }) };
}

type Login = NonNullable<SearchServers['login']>;

function partOf(text: string): { readonly node: string; readonly login: Login | undefined } | undefined {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  // What is between commas is a URL of its own, or belongs to a login.
  if (!url || url.hostname.includes(',')) return undefined;
  const login = loginOf(url);
  [url.username, url.password] = ['', ''];
  return login && { node: url.href, login: login.username === '' ? undefined : login };
}

/** Undefined where a percent sign begins no character. */
function loginOf({ username, password }: URL): Login | undefined {
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

const CLOUD_ID = /^[^:]*:([A-Za-z0-9+/_-]+={0,2})$/;
const HOST = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

/** The URL behind a Cloud ID: a name, a colon and in base64 `host:port$cluster$kibana`. Undefined where it is no such text. */
export function cloudServer(id: string): string | undefined {
  const text = Buffer.from(CLOUD_ID.exec(id)?.[1] ?? '', 'base64').toString();
  const [host = '', cluster = ''] = text.split('$');
  const [, domain, port] = HOST.exec(host) ?? [];
  const [, own, ownPort = port] = HOST.exec(cluster) ?? [];
  if (domain === undefined || own === undefined) return undefined;
  const url = `https://${own}.${domain}${ownPort === undefined ? '' : `:${ownPort}`}`;
  return URL.canParse(url) ? url : undefined;
}
