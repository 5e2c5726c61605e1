import { type Reference, referenceSql } from '@app/catalog';
import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { PolicySections } from './contract-policy';
import type { ScopedPolicy } from './effective-policy';
import type { PolicyMove } from './past-rules';
import { moveOf, movesOf, type MoveRow } from './policy-moves.repository';

export interface PolicyRow {
  readonly id: string;
  /** Null: all contracts. */
  readonly scope: Reference | null;
  readonly change: PolicySections['change'] | null;
  readonly incidents: PolicySections['incidents'] | null;
  readonly learned: PolicySections['learned'] | null;
  readonly change_managed: boolean;
  /** Epoch ms, bigint in decimal. */
  readonly updated_at: string;
  readonly updated_by: string;
}

export interface PolicyChange {
  readonly id: string;
  /** The node of its scope; null: all contracts. */
  readonly scope: string | null;
  readonly sections: PolicySections;
  readonly isManaged: boolean;
  readonly by: string;
}

/** All that says how a contract is governed. */
export interface Governing {
  readonly policies: readonly ScopedPolicy[];
  readonly moves: readonly PolicyMove[];
  /** Epoch ms. */
  readonly now: number;
}

interface ScopedRow extends Omit<PolicyRow, 'id' | 'updated_at' | 'updated_by'> {
  readonly level: number;
  readonly distance: number;
}

const COLUMNS = `p.id::text, ${referenceSql('e')} as scope, p.change, p.incidents, p.learned, p.change_managed, p.updated_at::text, p.updated_by`;

const SELECT = `select ${COLUMNS} from contract_policy p left join entity e on e.node = p.scope
  where (p.scope is null or e.deleted_by is null)`;

const ALL: PreparedStatement = { name: 'contract-policies', text: SELECT };
const BY_ID: PreparedStatement = { name: 'contract-policy', text: `${SELECT} and p.id = $1` };
const BY_SCOPE: PreparedStatement = {
  name: 'contract-policy-of-scope',
  text: `${SELECT} and coalesce(p.scope, 0) = coalesce($1::bigint, 0)`,
};

/** The policies of the scopes that a contract lies in. */
const OF_CONTRACT: PreparedStatement = {
  name: 'contract-policies-of-contract',
  text: policiesOf('policies_of_contract($1)'),
};

/** Those of `OF_CONTRACT` with the moves of the contract. */
const GOVERNING: PreparedStatement = {
  name: 'contract-policies-governing',
  text: `
  select ${NOW_MS}::text as now, (select coalesce(json_agg(g), '[]') from (${policiesOf('policies_of_contract($1)')}) g) as policies,
         ${movesOf('$1')} as moves`,
};

/** `OF_CONTRACT` of one that is not there yet, by its asset and the FQNs of its tags. */
const OF_NEW_CONTRACT: PreparedStatement = {
  name: 'contract-policies-of-new-contract',
  text: policiesOf('policies_of_contract(null, $1, $2::text[])'),
};

/** @param places SQL of the policies with their levels and distances */
function policiesOf(places: string): string {
  return `
  select s.level, s.distance, ${referenceSql('e')} as scope, p.change, p.incidents, p.learned, p.change_managed
    from ${places} s join contract_policy p on p.id = s.policy left join entity e on e.node = p.scope`;
}

const PUT = `
  insert into contract_policy (id, scope, change, incidents, learned, change_managed, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, $6, ${NOW_MS}, $7)
  on conflict (coalesce(scope, 0)) do update
     set change = excluded.change, incidents = excluded.incidents, learned = excluded.learned,
         change_managed = excluded.change_managed, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

/** Statements about policies. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  /** All whose scope is not deleted, in no order. */
  all(): Promise<PolicyRow[]> {
    return this.database.read<PolicyRow & object>(ALL, []);
  }

  async find(id: string): Promise<PolicyRow | undefined> {
    const [row] = await this.database.read<PolicyRow & object>(BY_ID, [id]);
    return row;
  }

  /** No other one writes policies until the transaction ends. */
  async lock(tx: Transaction): Promise<void> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('contract policies', 0))`);
  }

  async ofScope(tx: Transaction, scope: string | null): Promise<PolicyRow | undefined> {
    const [row] = await query<PolicyRow & object>(tx, BY_SCOPE, [scope]);
    return row;
  }

  async count(tx: Transaction): Promise<number> {
    const [row] = await query<{ n: number }>(tx, `select count(*)::int as n from contract_policy`);
    return row?.n ?? 0;
  }

  async put(tx: Transaction, { id, scope, sections, isManaged, by }: PolicyChange): Promise<void> {
    const { change, incidents, learned } = sections;
    const json = [change, incidents, learned].map((one) => (one ? JSON.stringify(one) : null));
    await query(tx, PUT, [id, scope, ...json, isManaged, by]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await query(tx, `delete from contract_policy where id = $1`, [id]);
  }

  /** The policies that a contract lies in the scope of. @param contract its node @param tx absent: outside of any transaction */
  async ofContract(contract: string, tx?: Transaction): Promise<ScopedPolicy[]> {
    const rows = tx
      ? await query<ScopedRow & object>(tx, OF_CONTRACT, [contract])
      : await this.database.read<ScopedRow & object>(OF_CONTRACT, [contract]);
    return scoped(rows);
  }

  /** The policies that a contract lies in the scope of, and its moves. @param contract its node @param tx absent: outside of any transaction */
  async governing(contract: string, tx?: Transaction): Promise<Governing> {
    type Row = { readonly now: string; readonly policies: readonly ScopedRow[]; readonly moves: readonly MoveRow[] };
    const [row] = tx
      ? await query<Row>(tx, GOVERNING, [contract])
      : await this.database.read<Row>(GOVERNING, [contract]);
    const { now = 0, policies = [], moves = [] } = row ?? {};
    return { policies: scoped(policies), moves: moves.map(moveOf), now: Number(now) };
  }

  /** Those that a contract will lie in the scope of. @param asset its node @param tags FQNs of the contract's own */
  async ofNewContract(tx: Transaction, asset: string, tags: readonly string[]): Promise<ScopedPolicy[]> {
    return scoped(await query<ScopedRow & object>(tx, OF_NEW_CONTRACT, [asset, tags]));
  }
}

function scoped(rows: readonly ScopedRow[]): ScopedPolicy[] {
  return rows.map(({ level, distance, scope, change, incidents, learned, change_managed: isManaged }) => ({
    ...{ level, distance, source: scope ?? { type: 'all' as const }, isManaged },
    sections: { ...(change && { change }), ...(incidents && { incidents }), ...(learned && { learned }) },
  }));
}
