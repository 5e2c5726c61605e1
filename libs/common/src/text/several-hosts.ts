/** A server of a URL, by the same URL with this one alone. */
export interface Host {
  readonly name: string;
  readonly url: string;
}

/** Which of several servers is wanted: the first that answers, or one that takes writes. */
type Wanted = 'any' | 'read-write';

export interface SeveralHosts {
  readonly hosts: readonly Host[];
  readonly wanted: Wanted;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)([/?#].*)?$/;
const ATTRIBUTE = 'target_session_attrs';
/** Its values, as libpq has them. A service that writes has no use for the others. */
const WANTED: Readonly<Record<string, Wanted>> = { any: 'any', 'read-write': 'read-write', primary: 'read-write' };

/**
 * The hosts of `postgres://user:password@a:5432,b/database?target_session_attrs=read-write`, of which one takes writes unless the URL says
 * `any`. Undefined where the URL is not of this form, or asks for a server of another kind.
 */
export function severalHosts(url: string): SeveralHosts | undefined {
  const [, before = '', names = '', after = ''] = PARTS.exec(url) ?? [];
  const hosts = names.split(',').map((name) => ({ name, url: `${before}${name}${after}` }));
  if (!hosts.every(({ name, url: one }) => name !== '' && URL.canParse(one))) return undefined;
  const attribute = new URL(hosts[0]!.url).searchParams.get(ATTRIBUTE);
  const wanted = attribute === null ? (hosts.length > 1 ? 'read-write' : 'any') : WANTED[attribute];
  return wanted && { hosts, wanted };
}
