import { isIP } from 'node:net';
import { AddressRanges, judgedAddress } from '@app/common';

export interface HostPort {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Labels of letters, digits, hyphens and underscores; a dot may end it. Never a path, which some drivers take for a socket. */
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;
const MOST_PORT = 65_535;

/**
 * Reads `db.example.org:5432`, `10.0.0.1`, `[::1]:5432`, `::1`; undefined where it is something else.
 * @param standard the port where none is given
 */
export function parseHostPort(text: string, standard: number): HostPort | undefined {
  if (isIP(text) === 6) return { host: text, port: standard };
  const [, inBrackets, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? standard : Number(digits);
  if (port < 1 || port > MOST_PORT) return undefined;
  if (inBrackets !== undefined) return isIP(inBrackets) === 6 ? { host: inBrackets, port } : undefined;
  if (plain === undefined || !(isIP(plain) === 4 || (NAME.test(plain) && !isOddAddress(plain)))) return undefined;
  return { host: plain, port };
}

const LOOPBACK = new AddressRanges(['127.0.0.0/8', '::1']);

/** Whether a host is this machine by its name or address: what is sent to it passes no network. */
export function isLoopback(host: string): boolean {
  const address = judgedAddress(host);
  if (address !== undefined) return LOOPBACK.has(address);
  return /^(?:.+\.)?localhost\.?$/i.test(host);
}

/** `127.1`, `0x7f000001`, `2130706433`: resolvers take these for addresses. */
function isOddAddress(name: string): boolean {
  return /^(0x[0-9a-f]*|\d+)$/i.test(name.replace(/\.$/, '').split('.').at(-1)!);
}
