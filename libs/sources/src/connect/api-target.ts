import type { ConfigReader } from './config-reader';
import { parseHostPort } from './host-port';
import type { HttpTarget } from './http-exchange';

const TLS_PORT = 443;
const PLAIN_PORT = 80;

/**
 * Reads where an API is: a name, perhaps with a port and `https://`.
 * `http://` is for what stands in for it without TLS.
 * @param standard where nothing is given; absent: the member is required
 */
export function apiTarget(reader: ConfigReader, standard?: string): HttpTarget {
  const text = standard === undefined ? reader.required('hostPort') : (reader.text('hostPort') ?? standard);
  const [, scheme, rest = ''] = /^(?:(https?):\/\/)?([^/]*)\/?$/i.exec(text) ?? [];
  const tls = scheme?.toLowerCase() !== 'http';
  const read = parseHostPort(rest, tls ? TLS_PORT : PLAIN_PORT);
  if (!read && text) reader.fault('hostPort', 'must be a name or an address, with a port if it is not 443');
  return { host: '', port: TLS_PORT, ...read, tls };
}
