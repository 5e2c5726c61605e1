import { type Reference, referenceSql } from '@app/catalog';
import { Database, query, STATEMENT_MS, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ChangeRules, ScopeType } from './contract-policy';
import type { ScopedPolicy } from './effective-policy';
import type { PolicyMove } from './past-rules';

/** A move that no worker has looked at. */
export interface NewMove {
  /** Node of the contract, bigint in decimal. */
  readonly contract: string;
  readonly transaction: string;
  readonly move: PolicyMove;
}

/** A move as JSON. */
export interface MoveRow {
  readonly contract: string;
  readonly transaction: string;
  readonly at: string;
  readonly because: PolicyMove['because'];
  readonly policies: readonly {
    readonly level: number;
    readonly distance: number;
    /** Null where the scope is all contracts, or gone. */
    readonly scope: Reference | null;
    readonly change: ChangeRules;
    readonly managed: boolean;
  }[];
}

const SELECT = `
  select m.contract::text, m.transaction::text, m.moved_at::text as at, m.because, (
    select jsonb_agg(jsonb_build_object('level', p.level, 'distance', p.distance, 'scope', ${referenceSql('e')}, 'change', p.change, 'managed', p.managed))
      from jsonb_to_recordset(m.policies) p (level integer, distance integer, scope bigint, change jsonb, managed boolean)
      left join entity e on e.node = p.scope) as policies
    from contract_policy_move m`;

/** SQL of the moves of a contract whose rules may count, the oldest first, as JSON. @param contract SQL of its node */
export const movesOf = (contract: string): string => `coalesce((
    select json_agg(m order by m.at, m.transaction) from (
      ${SELECT} where m.contract = ${contract} and coalesce(m.until > ${STATEMENT_MS}, true)) m), '[]')`;

const NEW: PreparedStatement = {
  name: 'contract-policy-moves-new',
  text: `${SELECT} where m.until is null order by m.moved_at limit $1`,
};
const LOCK: PreparedStatement = {
  name: 'contract-policy-move-lock',
  text: `select 1 as found from contract_policy_move where contract = $1 and transaction = $2::text::xid8 and until is null for update`,
};

/** The types of scopes by their level. */
const TYPES: readonly Exclude<ScopeType, 'all'>[] = ['dataContract', 'dataProduct', 'tag', 'domain'];

/** Statements about changes by which other policies govern a contract; triggers record them. */
@Injectable()
export class PolicyMovesRepository {
  constructor(private readonly database: Database) {}

  /** Those that no worker has looked at, the oldest first. */
  async unseen(most: number): Promise<NewMove[]> {
    const rows = await this.database.read<MoveRow & object>(NEW, [most]);
    return rows.map((row) => ({ contract: row.contract, transaction: row.transaction, move: moveOf(row) }));
  }

  /** Whether it is still there, and no worker has looked at it; it is locked then. */
  async lock(tx: Transaction, { contract, transaction }: NewMove): Promise<boolean> {
    return (await query(tx, LOCK, [contract, transaction])).length > 0;
  }

  async seen(tx: Transaction, { contract, transaction }: NewMove, until: number): Promise<void> {
    const text = `update contract_policy_move set until = $3 where contract = $1 and transaction = $2::text::xid8`;
    await query(tx, text, [contract, transaction, until]);
  }

  async forget(tx: Transaction, { contract, transaction }: NewMove): Promise<void> {
    const text = `delete from contract_policy_move where contract = $1 and transaction = $2::text::xid8`;
    await query(tx, text, [contract, transaction]);
  }

  /** Ends the rules of before for the contracts that lie in the scope of a policy, or did so before. @param scope its node; null: all contracts */
  async endIn(tx: Transaction, policy: string, scope: string | null): Promise<void> {
    const text = `
      delete from contract_policy_move m
       where exists (select from policies_of_contract(m.contract) s where s.policy = $1)
          or exists (select from jsonb_array_elements(m.policies) p where p -> 'scope' = coalesce(to_jsonb($2::bigint), 'null'))`;
    await query(tx, text, [policy, scope]);
  }

  /** Removes those whose rules have ended. */
  async purge(): Promise<void> {
    await this.database.query(`delete from contract_policy_move where until <= ${STATEMENT_MS}`, []);
  }
}

export function moveOf({ at, because, policies }: MoveRow): PolicyMove {
  return {
    ...{ at: Number(at), because },
    policies: policies.map(({ level, distance, scope, change, managed }): ScopedPolicy => ({
      ...{ level, distance, isManaged: managed, sections: { change } },
      source: scope ?? sourceOf(level),
    })),
  };
}

const ALL_CONTRACTS = { type: 'all' } as const;

/** The source of a policy without the entity that it was for: of all contracts, or of a scope that is deleted for good. */
function sourceOf(level: number): ScopedPolicy['source'] {
  const type = TYPES[level];
  return type ? { type } : ALL_CONTRACTS;
}
