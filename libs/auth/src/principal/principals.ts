import type { Principal } from './principal';
import type { PrincipalRepository } from './principal.repository';

/** A changed role or a deleted user counts after this time at the latest, in ms. */
const LIFETIME_MS = 10_000;
const CAPACITY = 10_000;

interface Entry {
  readonly principal: Promise<Principal | undefined>;
  readonly until: number;
}

/** Principals by name, remembered for a short time: one question to the database serves the requests of ten seconds. */
export class Principals {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly repository: Pick<PrincipalRepository, 'findByName'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The live user of that name, with `addedRoles` (sorted) beside its own. */
  find(name: string, addedRoles: readonly string[]): Promise<Principal | undefined> {
    const key = JSON.stringify([name, ...addedRoles]);
    const entry = this.entries.get(key);
    if (entry && entry.until > this.now()) return entry.principal;
    return this.load(key, name, addedRoles);
  }

  /** What was remembered of all users is asked anew. */
  forget(): void {
    this.entries.clear();
  }

  private load(key: string, name: string, addedRoles: readonly string[]): Promise<Principal | undefined> {
    const principal = this.repository.findByName(name, addedRoles);
    const entry = { principal, until: this.now() + LIFETIME_MS };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > CAPACITY) this.entries.delete(this.entries.keys().next().value as string);
    const drop = (): void => void (this.entries.get(key) === entry && this.entries.delete(key));
    principal.then((found) => found ?? drop(), drop);
    return principal;
  }
}
