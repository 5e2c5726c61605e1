import { Injectable } from '@nestjs/common';
import type { Principal } from './principal';
import { PrincipalRepository, type PrincipalQuestion } from './principal.repository';
import { RightsReader } from './rights-reader';

const CAPACITY = 10_000;

interface Entry {
  /** Of the rights: as it was asked for before the principal is read, then as it was read with the principal. */
  version: string;
  readonly principal: Promise<Principal | undefined>;
  /** The principal, once it was read. */
  found?: Principal;
}

/** Principals are cached under this. */
export function principalKey({ who, addedRoles, mayAdministrate }: PrincipalQuestion): string {
  return JSON.stringify([who, mayAdministrate, ...addedRoles]);
}

/** Principals, each cached with the version of all rights. None is given without asking the database whether that is the version now. */
@Injectable()
export class Principals {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly repository: PrincipalRepository,
    private readonly rights: RightsReader,
  ) {}

  async find(question: PrincipalQuestion): Promise<Principal | undefined> {
    return this.at(await this.rights.version(), question);
  }

  /** @param version of the rights, asked for within this request */
  at(version: string, question: PrincipalQuestion): Promise<Principal | undefined> {
    const key = principalKey(question);
    const entry = this.entries.get(key);
    return entry?.version === version ? entry.principal : this.load(key, question, version);
  }

  /** The principal of a `principalKey`, if it is cached with that version. */
  recall(key: string, version: string): Principal | undefined {
    const entry = this.entries.get(key);
    return entry?.version === version ? entry.found : undefined;
  }

  /** Reads are shared by those who were told the same version: what begins after it was told is not older than their requests. */
  private load(key: string, question: PrincipalQuestion, version: string): Promise<Principal | undefined> {
    const read = this.repository.find(question);
    const drop = (): void => void (this.entries.get(key) === entry && this.entries.delete(key));
    const entry: Entry = { version, principal: read.then((row) => row?.principal) };
    read.then((row) => (row ? Object.assign(entry, { version: row.version, found: row.principal }) : drop()), drop);
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > CAPACITY) this.entries.delete(this.entries.keys().next().value as string);
    return entry.principal;
  }
}
