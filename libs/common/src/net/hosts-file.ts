import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Addresses of each name, in lower case, in the order of the file. */
type Hosts = ReadonlyMap<string, readonly string[]>;

/** The names of a hosts file (hosts(5)). Invalid lines are skipped. */
export function hostsOf(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!address || isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      const known = hosts.get(name) ?? [];
      if (!known.includes(address)) hosts.set(name, [...known, address]);
    }
  }
  return hosts;
}

/** The hosts file of the system, read again when it has changed. */
export class HostsFile {
  private read: { readonly stamp: string; readonly hosts: Hosts } | undefined;

  constructor(private readonly path = '/etc/hosts') {}

  /** Addresses of a name in lower case; empty where it does not stand there, or there is no file. */
  async find(name: string): Promise<readonly string[]> {
    try {
      const { mtimeMs, size, ino } = await stat(this.path);
      const stamp = `${mtimeMs} ${size} ${ino}`;
      if (this.read?.stamp !== stamp) this.read = { stamp, hosts: hostsOf(await readFile(this.path, 'utf8')) };
      return this.read.hosts.get(name) ?? [];
    } catch {
      return [];
    }
  }
}
