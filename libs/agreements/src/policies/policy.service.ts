import {
  EntityFinder,
  type FoundEntity,
  member,
  type NamedReference,
  type Reference,
  referenceKey,
  Visibility,
} from '@app/catalog';
import { AppError, KeysetPages, notFound, type Actor } from '@app/common';
import { Database, recordAction, type AuditedAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { SECTIONS, type IncidentRules, type PolicySections, type ScopeType } from './contract-policy';
import { EffectivePolicies } from './effective-policies';
import type { EffectivePolicy, PolicySource } from './effective-policy';
import { PolicyMovesRepository } from './policy-moves.repository';
import { PolicyRights } from './policy-rights';
import { PolicyRepository, type PolicyRow } from './policy.repository';

const TYPE = 'contractPolicy';
const MOST_POLICIES = 10_000;

/** A policy as it is sent: its sections are complete, and a reference in them may be by FQN. */
export interface SentPolicy extends Omit<PolicySections, 'incidents'> {
  readonly scope: NamedReference;
  readonly incidents?: Omit<IncidentRules, 'assign'> & { readonly assign: 'owner' | 'none' | NamedReference };
}

export interface ShownPolicy extends Omit<PolicySections, 'incidents'> {
  readonly id: string;
  readonly scope: Exclude<PolicySource, { readonly type: 'default' }>;
  readonly incidents?: ShownIncidentRules;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

type ShownIncidentRules = Omit<IncidentRules, 'assign'> & {
  readonly assign: IncidentRules['assign'] | Partial<Reference>;
};

export interface PolicyListRequest {
  readonly scopeType?: ScopeType;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/** Contract policies: how contracts are changed, who mends what fails, what is learned. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly database: Database,
    private readonly policies: PolicyRepository,
    private readonly rights: PolicyRights,
    private readonly finder: EntityFinder,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    private readonly effective: EffectivePolicies,
    private readonly moves: PolicyMovesRepository,
  ) {}

  /** Those whose scope the actor may view, by type of scope, then FQN. */
  async list(actor: Actor, query: PolicyListRequest): Promise<object> {
    const { scopeType, limit } = query;
    const page = this.pages.open(`contract policies ${scopeType ?? ''}`, query);
    const seen = await this.seen(actor, await this.policies.all());
    const listed = seen.filter((row) => scopeType === undefined || typeOf(row) === scopeType);
    const { rows, neighbours } = page.among(listed, limit, keysOf);
    return { data: rows.map(shownPolicy), paging: { total: listed.length, ...neighbours } };
  }

  /** @throws {AppError} NOT_FOUND, also where the scope is hidden */
  async get(actor: Actor, id: string): Promise<ShownPolicy> {
    return shownPolicy(await this.row(actor, id));
  }

  /**
   * Makes the policy of a scope what the body says.
   *
   * @throws {AppError} NOT_FOUND (scope, assignee), FORBIDDEN, CONFLICT where there are too many
   */
  async put(actor: Actor, sent: SentPolicy): Promise<{ readonly policy: ShownPolicy; readonly isNew: boolean }> {
    const scope = await this.scopeOf(actor, sent.scope);
    const isManaged = this.rights.require(actor, scope);
    const sections = await this.sectionsOf(actor, sent);
    return this.database.transaction(async (tx) => {
      await this.policies.lock(tx);
      const before = await this.policies.ofScope(tx, scope?.node ?? null);
      if (!isManaged && scope?.type === 'dataContract') await this.rights.requireTightening(tx, actor, scope, sections);
      if (!before && (await this.policies.count(tx)) >= MOST_POLICIES)
        throw new AppError('CONFLICT', `There are ${MOST_POLICIES} contract policies already: remove one first`);
      const id = before?.id ?? randomUUID();
      await this.policies.put(tx, { id, scope: scope?.node ?? null, sections, isManaged, by: actor.name });
      if (isManaged && sections.change) await this.moves.endIn(tx, id, scope?.node ?? null);
      const after = (await this.policies.ofScope(tx, scope?.node ?? null)) as PolicyRow;
      await record(tx, actor, 'contractPolicySet', before, after);
      return { policy: shownPolicy(after), isNew: !before };
    }, actor.origin);
  }

  /** @returns what was removed @throws {AppError} NOT_FOUND, FORBIDDEN */
  async remove(actor: Actor, id: string): Promise<ShownPolicy> {
    const { scope: reference } = await this.row(actor, id);
    const scope = reference ? await this.scopeOf(actor, reference) : undefined;
    const isManaged = this.rights.require(actor, scope);
    return this.database.transaction(async (tx) => {
      await this.policies.lock(tx);
      const row = await this.policies.ofScope(tx, scope?.node ?? null);
      if (row?.id !== id) throw notFound(TYPE, id);
      if (!isManaged && scope?.type === 'dataContract') await this.rights.requireTightening(tx, actor, scope, {});
      await this.policies.remove(tx, id);
      await record(tx, actor, 'contractPolicyRemoved', row, undefined);
      return shownPolicy(row);
    }, actor.origin);
  }

  /** The policy that applies to a contract; a source that the actor may not view is named by its type alone. */
  async ofContract(actor: Actor, id: string): Promise<EffectivePolicy> {
    const { node } = await this.finder.findFor(actor, 'ViewBasic', 'dataContract', { id });
    return this.shownTo(actor, await this.effective.of(node));
  }

  /** The policy as the actor may see where its sections come from. */
  async shownTo(actor: Actor, policy: EffectivePolicy): Promise<EffectivePolicy> {
    const sources = SECTIONS.map((name) => policy[name].source).filter((source) => 'id' in source);
    const seen = new Set((await this.visibility.seenOf(this.database, actor, sources)).map((one) => one.id));
    const shown = SECTIONS.map((name) => {
      const { source } = policy[name];
      const hidden = 'id' in source && !seen.has(source.id);
      return [name, hidden ? { ...policy[name], source: { type: source.type } } : policy[name]] as const;
    });
    return Object.fromEntries(shown) as unknown as EffectivePolicy;
  }

  private async row(actor: Actor, id: string): Promise<PolicyRow> {
    const found = await this.policies.find(id);
    const [row] = found ? await this.seen(actor, [found]) : [];
    if (!row) throw notFound(TYPE, id);
    return row;
  }

  private async seen(actor: Actor, rows: readonly PolicyRow[]): Promise<PolicyRow[]> {
    const scopes = rows.flatMap(({ scope }) => scope ?? []);
    const seen = new Set((await this.visibility.seenOf(this.database, actor, scopes)).map(({ id }) => id));
    return rows.filter(({ scope }) => !scope || seen.has(scope.id));
  }

  /** Undefined: all contracts. */
  private async scopeOf(
    actor: Actor,
    { type, id, fullyQualifiedName }: NamedReference,
  ): Promise<FoundEntity | undefined> {
    if (type === 'all') return undefined;
    return this.finder.findFor(actor, 'ViewBasic', type, id === undefined ? { fqn: fullyQualifiedName ?? '' } : { id });
  }

  private async sectionsOf(actor: Actor, { change, incidents, learned }: SentPolicy): Promise<PolicySections> {
    const rules = incidents && { ...incidents, assign: await this.assigneeOf(actor, incidents.assign) };
    return { ...member('change', change), ...member('incidents', rules), ...member('learned', learned) };
  }

  private async assigneeOf(
    actor: Actor,
    assign: NonNullable<SentPolicy['incidents']>['assign'],
  ): Promise<IncidentRules['assign']> {
    if (typeof assign === 'string') return assign;
    const { id, type } = await this.finder.findFor(actor, 'ViewBasic', assign.type, referenceKey(assign));
    return { id, type };
  }
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: AuditedAction,
  before: PolicyRow | undefined,
  after: PolicyRow | undefined,
): Promise<void> {
  const row = (after ?? before) as PolicyRow;
  return recordAction(tx, {
    ...{ action, actor: name, to: { type: TYPE, name: row.scope?.fullyQualifiedName ?? 'all', id: row.id } },
    ...(before && { before: shownPolicy(before) }),
    ...(after && { after: shownPolicy(after) }),
  });
}

function shownPolicy({ id, scope, change, incidents, learned, ...row }: PolicyRow): ShownPolicy {
  return {
    ...{ id, scope: scope ?? { type: 'all' } },
    ...member('change', change),
    ...member('incidents', incidents),
    ...member('learned', learned),
    updatedAt: Number(row.updated_at),
    updatedBy: row.updated_by,
  };
}

const typeOf = ({ scope }: PolicyRow): string => scope?.type ?? 'all';
const keysOf = (row: PolicyRow): [string, string] => [typeOf(row), row.scope?.fullyQualifiedName ?? ''];
