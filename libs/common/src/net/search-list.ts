import { readFile } from 'node:fs/promises';

/** The rules of resolv.conf(5) for names that are not complete. */
export interface SearchList {
  readonly domains: readonly string[];
  /** A name with so many dots is first asked for as it stands. */
  readonly ndots: number;
}

/** The limits of the resolver of the system. */
const MOST_DOMAINS = 6;
const MOST_DOTS = 15;

/** Parses resolv.conf; of several lines `search` or `domain` the last one counts. */
export function searchListOf(text: string): SearchList {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [key, ...words] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (key === 'search') domains = words;
    if (key === 'domain') domains = words.slice(0, 1);
    if (key !== 'options') continue;
    for (const word of words) {
      const [, dots] = /^ndots:(\d+)$/.exec(word) ?? [];
      if (dots !== undefined) ndots = Math.min(Number(dots), MOST_DOTS);
    }
  }
  const named = domains.map((domain) => domain.replace(/\.$/, '')).filter((domain) => domain !== '');
  return { domains: named.slice(0, MOST_DOMAINS), ndots };
}

/** The list of the system; nothing where there is no file. */
export async function systemSearchList(): Promise<SearchList> {
  return searchListOf(await readFile('/etc/resolv.conf', 'utf8').catch(() => ''));
}

/** The complete names that are queried one after another, for a name as configured. */
export function candidatesOf(name: string, { domains, ndots }: SearchList): readonly string[] {
  // A dot at the end: the name is complete.
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const longer = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...longer] : [...longer, name];
}
