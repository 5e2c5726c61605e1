import type { Actor } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Database, NOW_MS } from '@app/database';
import { SlaRisks } from '@app/validation';
import { Injectable } from '@nestjs/common';
import { NOT_VALIDATED_DAYS, type SubscriptionDocument } from '../subscription/subscription';
import type { Notice } from './notice';

/** How long an answer serves the subscriptions of this process, in ms: each reads every contract, or every one with such a target. */
const LIFETIME_MS = 30_000;
/** Contracts that are looked at; those that have waited longest come first. */
const MOST = 10_000;

/** A state of a contract that came with time alone. It is told once for each mark. */
export interface ContractAlert {
  readonly kind: string;
  readonly mark: string;
  readonly notice: Notice;
}

interface StaleRow {
  readonly id: string;
  readonly fqn: string;
  readonly last: string | null;
  readonly since: string;
  readonly now: string;
}

/** Sees all contracts: who is notified of which is decided afterwards. */
const EVERYBODY: Actor = { name: '', id: '', isAdmin: true, ownerIds: new Set(), rules: [] };

/** Finds contracts whose SLA will be missed soon, and those that have not been validated for long. */
@Injectable()
export class ContractAlerts {
  private readonly known = new Map<string, { readonly found: Promise<ContractAlert[]>; readonly until: number }>();

  constructor(
    private readonly database: Database,
    private readonly risks: SlaRisks,
  ) {}

  async of({
    eventTypes,
    notValidatedDays: days = NOT_VALIDATED_DAYS,
  }: SubscriptionDocument): Promise<ContractAlert[]> {
    const [risks, stale] = await Promise.all([
      eventTypes.includes('contractSlaAtRisk') ? this.once('risks', () => this.atRisk()) : [],
      eventTypes.includes('contractNotValidated') ? this.once(`stale ${days}`, () => this.notValidated(days)) : [],
    ]);
    return [...risks, ...stale];
  }

  private once(key: string, find: () => Promise<ContractAlert[]>): Promise<ContractAlert[]> {
    const now = performance.now();
    for (const [name, { until }] of this.known) if (until <= now) this.known.delete(name);
    const known = this.known.get(key) ?? { found: find(), until: now + LIFETIME_MS };
    this.known.set(key, known);
    known.found.catch(() => this.known.delete(key));
    return known.found;
  }

  private async atRisk(): Promise<ContractAlert[]> {
    const { data } = await this.risks.list(EVERYBODY, MOST);
    const now = await this.database.now();
    return data.map(({ contract, target, dueAt }) => ({
      kind: `contractSlaAtRisk ${target}`,
      mark: String(dueAt),
      notice: {
        type: 'contractSlaAtRisk',
        timestamp: now,
        entity: { id: contract.id, type: 'dataContract', fullyQualifiedName: contract.fullyQualifiedName! },
        sla: { target, dueAt },
      },
    }));
  }

  private async notValidated(days: number): Promise<ContractAlert[]> {
    const rows = await this.database.read<StaleRow>(STALE, [days]);
    return rows.map(({ id, fqn, last, since, now }) => ({
      kind: 'contractNotValidated',
      mark: since,
      notice: {
        type: 'contractNotValidated',
        timestamp: Number(now),
        entity: { id, type: 'dataContract', fullyQualifiedName: fqn },
        notValidated: { days, ...(last !== null && { lastResultAt: Number(last) }) },
      },
    }));
  }
}

// A contract without a result has waited since it was made: since its first version.
const STALE = {
  name: 'contracts-not-validated',
  text: `
  select id, fqn, last::text, since::text, now::text
    from (select e.id::text, e.fqn, c.ended_at as last, n.now, $1::integer as days,
                 coalesce(c.ended_at, (select min(v.updated_at) from entity_version v where v.node = c.node), e.updated_at) as since
            from (select ${NOW_MS} as now) n cross join contract c join entity e on e.node = c.node
           where c.live and ${isCurrent('c')} and coalesce(c.ended_at, 0) <= n.now - $1::integer * 86400000::bigint) c
   where since <= now - days * 86400000::bigint order by since, id limit ${MOST}`,
};
