import type { Principal } from './principal';
import type { PrincipalQuestion, PrincipalRepository } from './principal.repository';

/** A changed role or a deleted user counts after this time at the latest, in ms. */
const LIFETIME_MS = 10_000;
const CAPACITY = 10_000;

interface Entry {
  readonly principal: Promise<Principal | undefined>;
  /** The principal, once it was read. */
  found?: Principal;
  readonly until: number;
}

/** Principals are remembered under this. */
export function principalKey({ who, addedRoles, mayAdministrate }: PrincipalQuestion): string {
  return JSON.stringify([who, mayAdministrate, ...addedRoles]);
}

/** Principals, remembered for a short time: one database query serves the requests of ten seconds. */
export class Principals {
  private readonly entries = new Map<string, Entry>();
  private tell: () => void = () => undefined;

  constructor(
    private readonly repository: Pick<PrincipalRepository, 'find'>,
    private readonly now: () => number = Date.now,
  ) {}

  find(question: PrincipalQuestion): Promise<Principal | undefined> {
    const key = principalKey(question);
    const entry = this.entries.get(key);
    if (entry && entry.until > this.now()) return entry.principal;
    return this.load(key, question);
  }

  /** The principal of a `principalKey`, if it is remembered. */
  recall(key: string): Principal | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > this.now() ? entry.found : undefined;
  }

  /** Somebody's rights have changed: drops the cached principals of all users, and tells whoever wants to know. */
  forget(): void {
    this.drop();
    this.tell();
  }

  /** Drops the cached principals of all users. */
  drop(): void {
    this.entries.clear();
  }

  /** @param tell called whenever rights have changed by a write of this process */
  onChange(tell: () => void): void {
    this.tell = tell;
  }

  private load(key: string, question: PrincipalQuestion): Promise<Principal | undefined> {
    const principal = this.repository.find(question);
    const entry: Entry = { principal, until: this.now() + LIFETIME_MS };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > CAPACITY) this.entries.delete(this.entries.keys().next().value as string);
    const drop = (): void => void (this.entries.get(key) === entry && this.entries.delete(key));
    principal.then((found) => (found ? (entry.found = found) : drop()), drop);
    return principal;
  }
}
