import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { TimeSlice, type Actor } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Conditions, Database, STATEMENT_MS } from '@app/database';
import { Injectable } from '@nestjs/common';
import { mineOf } from './asset-groups';
import { slaRisks, type SlaRisk } from '../checks/sla/risk';
import { HAS_TARGET, seenIn, targetsSql, type TargetRow } from './sla-outlooks';

/** A target of a contract that is due soon. */
export interface ContractAtRisk extends SlaRisk {
  readonly contract: Reference;
  readonly entity: Reference;
  /** The newest known refresh, in epoch ms. */
  readonly refreshedAt?: number;
}

/** Contracts that were at risk at the last look at them, and those that are to be looked at again. */
const MAY_BE_AT_RISK = `c.node in (
  select d.contract from contract_notice_due d where d.is_at_risk
   union all
  select d.contract from contract_notice_due d where d.type = 'contractSlaAtRisk' and d.holds_until <= ${STATEMENT_MS})`;

/** Contracts whose SLA will be missed soon unless something comes. */
@Injectable()
export class SlaRisks {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** The first that are due come first. One statement, which reads contracts that may be at risk, and judges them as they are now. */
  async list(
    actor: Actor,
    limit: number,
    mine = false,
  ): Promise<{ data: ContractAtRisk[]; paging: { total: number } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const { where, values } = Conditions.of('c.live', isCurrent('c'), HAS_TARGET, MAY_BE_AT_RISK)
      .within(condition)
      .within(mine ? mineOf(actor) : undefined);
    const rows = values.length
      ? await this.database.query<TargetRow>(targetsSql(where), values)
      : await this.database.read<TargetRow>({ name: 'contracts-with-due-targets', text: targetsSql(where) }, []);
    const slice = new TimeSlice();
    const risks: ContractAtRisk[] = [];
    for (const row of rows) {
      risks.push(...risksOf(row));
      await slice.turn();
    }
    risks.sort((a, b) => a.dueAt - b.dueAt || (a.contract.id < b.contract.id ? -1 : 1));
    return { data: risks.slice(0, limit), paging: { total: risks.length } };
  }
}

function risksOf(row: TargetRow): ContractAtRisk[] {
  const { sla, contract, entity, now } = row;
  const seen = seenIn(row);
  const { refreshedAt } = seen;
  return slaRisks(sla, seen, now).map((risk) => ({ ...risk, contract, entity, refreshedAt }));
}
