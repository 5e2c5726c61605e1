import { CacheMemory, RevalidatingCache } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Principal } from './principal';
import { PrincipalRepository, type PrincipalQuestion, type VersionedPrincipal } from './principal.repository';
import { RightsReader } from './rights-reader';

/** Principals, each cached with the version of all rights. None is given without asking the database whether that is the version now. */
@Injectable()
export class Principals {
  private readonly cache: RevalidatingCache<VersionedPrincipal | undefined>;

  constructor(
    private readonly repository: PrincipalRepository,
    private readonly rights: RightsReader,
    memory: CacheMemory,
  ) {
    this.cache = new RevalidatingCache(memory, { name: 'rights', sizeOf: (found) => (found ? sizeOf(found) : 0) });
  }

  async find(question: PrincipalQuestion): Promise<Principal | undefined> {
    return (await this.at(await this.rights.version(), question))?.principal;
  }

  /** Those of the users that are live, as the transaction sees them; they are not cached. @param nodes of users */
  all(tx: Transaction, nodes: readonly string[]): Promise<Principal[]> {
    return this.repository.all(tx, nodes);
  }

  /**
   * The principal with the version of the rights that it was read with: the one that was asked for, or a later one.
   * @param version of the rights, asked for within this request
   */
  at(version: string, question: PrincipalQuestion): Promise<VersionedPrincipal | undefined> {
    const load = async () => {
      const value = await this.repository.find(question);
      return { value, version: value?.version, sight: 'all' as const };
    };
    return this.cache.get(keyOf(question), { version, load });
  }
}

const keyOf = ({ who, addedRoles, mayAdministrate }: PrincipalQuestion): string =>
  JSON.stringify([who, mayAdministrate, ...addedRoles]);

/** Rules take a few times their JSON, an id some 100 bytes. */
const sizeOf = ({ principal: { rules, ownerIds } }: VersionedPrincipal): number =>
  4 * JSON.stringify(rules).length + 100 * ownerIds.size;
