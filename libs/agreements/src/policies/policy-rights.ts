import { AccessControl } from '@app/auth';
import type { FoundEntity } from '@app/catalog';
import { AppError, forbidden, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { compareModes, looserIncidents, looserLearned, type PolicySections } from './contract-policy';
import { effectivePolicy, type EffectivePolicy } from './effective-policy';
import { PolicyRepository } from './policy.repository';

/** Types of scopes whose policy their owners write; those of tags and of all contracts take ManageContractPolicy. */
const OF_OWNERS: readonly string[] = ['domain', 'dataProduct', 'dataContract'];

/** Judges who may write which policy. */
@Injectable()
export class PolicyRights {
  constructor(
    private readonly access: AccessControl,
    private readonly policies: PolicyRepository,
  ) {}

  /**
   * @param scope absent: all contracts
   * @returns whether the actor may write any policy there, and not only one that loosens nothing
   * @throws {AppError} FORBIDDEN
   */
  require(actor: Actor, scope: FoundEntity | undefined): boolean {
    const object = scope?.type === 'dataContract' ? scope : undefined;
    if (this.access.allows(actor, 'ManageContractPolicy', 'dataContract', object)) return true;
    const isOwner = scope !== undefined && scope.ownerIds.some((id) => actor.ownerIds.has(id));
    if (!isOwner || !OF_OWNERS.includes(scope.type)) throw forbidden(actor, ['ManageContractPolicy'], 'dataContract');
    return false;
  }

  /**
   * Lets owners of a contract only tighten its policy: no section may be looser than what would count without it, nor than what a user with
   * ManageContractPolicy has written; `change` not than what counts now.
   *
   * @param sections the new ones; none: the policy is removed
   * @throws {AppError} FORBIDDEN
   */
  async requireTightening(
    tx: Transaction,
    actor: Actor,
    contract: FoundEntity,
    sections: PolicySections,
  ): Promise<void> {
    const policies = await this.policies.ofContract(contract.node, tx);
    const now = effectivePolicy(policies);
    const without = effectivePolicy(policies.filter(({ level }) => level > 0));
    const next = { ...without, ...sections };
    const isManaged = policies.some(({ level, isManaged: byManager }) => level === 0 && byManager);
    const bounds = isManaged ? [without, now] : [without];
    const fault = looserMode([without, now], next) ?? bounds.map((others) => looserSection(others, next)).find(Boolean);
    if (fault === undefined) return;
    const message = `Principal ${actor.name} is not allowed: operation ManageContractPolicy on dataContract ${contract.id}; an owner may make the policy of a contract stricter, and ${fault}`;
    throw new AppError('FORBIDDEN', message);
  }
}

/** The mode of `change` that is looser than one of the others, in words. */
function looserMode(others: readonly EffectivePolicy[], { change }: Required<PolicySections>): string | undefined {
  const stricter = others.find((one) => compareModes(change, one.change) < 0);
  return stricter && `${change.mode} is looser than ${stricter.change.mode}`;
}

/** The member of `incidents` and `learned` that is looser than another policy says, in words. */
function looserSection({ incidents, learned }: EffectivePolicy, next: Required<PolicySections>): string | undefined {
  return (
    (incidents.source.type === 'default' ? undefined : looserIncidents(next.incidents, incidents)) ??
    (learned.source.type === 'default' ? undefined : looserLearned(next.learned, learned))
  );
}
