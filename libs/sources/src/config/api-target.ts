import type { HostField } from './config-field';
import type { ConfigReader } from './config-reader';
import { parseHostPort } from '../connect/host-port';
import type { HttpTarget } from '../connect/http-exchange';

const TLS_PORT = 443;
const PLAIN_PORT = 80;

/** The field of where an API is. */
export const API_HOST = {
  type: 'host',
  title: 'Host and port',
  port: TLS_PORT,
  allowsScheme: true,
  target: true,
} as const;

/**
 * Reads where an API is: a name, perhaps with a port and `https://`.
 * `http://` is for what stands in for it without TLS.
 * @param standard where nothing is given
 */
export function apiTarget(reader: ConfigReader<{ readonly hostPort: HostField }>, standard = ''): HttpTarget {
  const text = reader.text('hostPort') ?? standard;
  const [, scheme, rest = ''] = /^(?:(https?):\/\/)?([^/]*)\/?$/i.exec(text) ?? [];
  const tls = scheme?.toLowerCase() !== 'http';
  const read = parseHostPort(rest, tls ? TLS_PORT : PLAIN_PORT);
  if (!read && text) reader.fault('hostPort', 'must be a name or an address, with a port if it is not 443');
  return { host: '', port: TLS_PORT, ...read, tls };
}
