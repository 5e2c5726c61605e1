import { countedEntities, type CheckBlock, type CheckStep } from '@app/catalog';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { slaOutlooks, type ContractOutlook } from './sla-outlooks';

/** Contracts compared per statement. */
const PAGE = 500;

interface StoredLook {
  /** Node, bigint in decimal. */
  readonly contract: string;
  readonly isThere: boolean;
  readonly isAtRisk: boolean;
  /** Epoch ms. */
  readonly holdsUntil: number;
}

// Those that are looked at again anyway are left to that. What is written meanwhile waits.
const STORED = `
  select c.node::text as contract, d.contract is not null as "isThere", coalesce(d.is_at_risk, false) as "isAtRisk",
         coalesce(d.holds_until, 0)::float8 as "holdsUntil"
    from (select node from contract where node > $1 order by node limit ${PAGE} for no key update) c
    left join contract_notice_due d on d.contract = c.node and d.type = 'contractSlaAtRisk'
   order by c.node`;

/** Checks the stored looks at targets of SLAs, by which contracts at risk are found, by what they follow from. */
@Injectable()
export class SlaRiskCheck implements CheckStep {
  readonly name = 'slaRisks';

  constructor(private readonly database: Database) {}

  size(): Promise<number> {
    return countedEntities(this.database, 'dataContract');
  }

  block(after: string): Promise<CheckBlock> {
    return this.database.transaction((tx) => this.compared(tx, after || '0'));
  }

  private async compared(tx: Transaction, after: string): Promise<CheckBlock> {
    const stored = await query<StoredLook & object>(tx, STORED, [after]);
    const nodes = stored.map(({ contract }) => contract);
    const found = new Map((await slaOutlooks(tx, nodes)).map((one) => [one.node, one]));
    const wrong = stored.filter((look) => isWrong(look, found.get(look.contract)));
    if (wrong.length > 0)
      await query(tx, 'select look_at_sla_of($1::bigint[])', [wrong.map(({ contract }) => contract)]);
    const last = stored.length === PAGE ? nodes.at(-1) : undefined;
    const mended = { contracts: wrong.length };
    return { compared: stored.length, mended, left: [], ...(last !== undefined && { next: last }) };
  }
}

function isWrong({ isThere, isAtRisk, holdsUntil }: StoredLook, outlook: ContractOutlook | undefined): boolean {
  if (outlook?.nextAt === undefined) return false;
  if (!isThere) return true;
  const { now, risks, nextAt } = outlook;
  return !isAtRisk && holdsUntil > now && (risks.length > 0 || holdsUntil > nextAt);
}
