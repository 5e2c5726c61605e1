import type { ConnectionKind } from '../../api/connection-kinds';
import { fieldsOf, type ConnectionDraft } from './connection-fields';

interface ReadString {
  readonly serviceType: string;
  /** By the path of the member, the secret among them. */
  readonly values: ConnectionDraft;
  /** The same string without its password, to be shown. */
  readonly shown: string;
  /** Names of parameters that its kind does not know. */
  readonly ignored: readonly string[];
}

/** The user may hold an `@`, as those of some clouds do: the last one before the host counts. */
const SHAPE = /^(?:jdbc:)?([a-z][a-z0-9.-]*)(?:\+[a-z0-9]+)?:\/\/(?:(.*)@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/i;

/** Reads `postgresql://user:password@host:5432/database?sslmode=require`; undefined where it is none that a kind knows. */
export function readConnectionString(text: string, kinds: readonly ConnectionKind[]): ReadString | undefined {
  const [, scheme = '', login = '', host = '', path = '', query = ''] = SHAPE.exec(text.trim()) ?? [];
  const kind = kinds.find(({ schemes }) => schemes[scheme.toLowerCase()] !== undefined);
  if (!kind) return undefined;
  const parameters = new URLSearchParams(query);
  const [user = '', ...rest] = login.split(':');
  const parts: Record<string, string> = {
    user: decoded(user) || (parameters.get('user') ?? ''),
    password: decoded(rest.join(':')) || (parameters.get('password') ?? ''),
    host,
    path: decoded(path.split('/')[0] ?? ''),
    ...Object.fromEntries([...parameters].map(([name, value]) => [`?${name.toLowerCase()}`, value])),
  };
  const fields = fieldsOf(kind).filter(({ part }) => part !== undefined);
  const known = new Set([...fields.map(({ part }) => part), '?user', '?password']);
  const found = fields.flatMap(({ path: member, part = '' }) => (parts[part] ? [[member, parts[part]] as const] : []));
  return {
    serviceType: kind.schemes[scheme.toLowerCase()] ?? '',
    values: Object.fromEntries(found),
    shown: `${scheme}://${user === '' ? '' : `${user}@`}${host}${path === '' ? '' : `/${path}`}`,
    ignored: Object.keys(parts).flatMap((part) => (part.startsWith('?') && !known.has(part) ? [part.slice(1)] : [])),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
