import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A difference between two builds that is meant. */
export interface Allowed {
  readonly reason: string;
  /** A regular expression for `METHOD path`, the path as the step names it. */
  readonly request: string;
  /** Where the answers may differ; `*` is one step of a pointer, a `**` at the end any number of them. */
  readonly pointer: string;
}

const FILE = join(__dirname, '../allowed.json');
const MEMBERS = ['pointer', 'reason', 'request'];

/** The list of intended differences; knows which of them were needed. */
export class AllowedDifferences {
  private readonly needed = new Set<Allowed>();

  constructor(private readonly list: readonly Allowed[]) {}

  static read(): AllowedDifferences {
    const list = JSON.parse(readFileSync(FILE, 'utf8')) as Allowed[];
    for (const entry of list) {
      if (Object.keys(entry).sort().join() !== MEMBERS.join() || Object.values(entry).some((text) => !text))
        throw new Error(`allowed.json: an entry has ${MEMBERS.join(', ')}, each a text, not ${JSON.stringify(entry)}`);
    }
    return new AllowedDifferences(list);
  }

  /** The places of which no entry speaks. */
  remaining(request: string, places: readonly string[]): string[] {
    const fitting = this.list.filter((entry) => new RegExp(entry.request).test(request));
    return places.filter((place) => {
      const entry = fitting.find(({ pointer }) => covers(pointer, place));
      if (entry) this.needed.add(entry);
      return entry === undefined;
    });
  }

  /** Entries that nothing needed. */
  unneeded(): Allowed[] {
    return this.list.filter((entry) => !this.needed.has(entry));
  }
}

function covers(pointer: string, place: string): boolean {
  const wanted = pointer.split('/');
  const found = place.split('/');
  const isOpen = wanted.at(-1) === '**';
  if (isOpen ? found.length < wanted.length - 1 : found.length !== wanted.length) return false;
  return wanted.slice(0, isOpen ? -1 : undefined).every((step, at) => step === '*' || step === found[at]);
}
