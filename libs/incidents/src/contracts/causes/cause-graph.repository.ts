import { type IncidentRules, periodOf } from '@app/agreements';
import { isInForce } from '@app/contracts';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { FROM, IS_PAST, isThere } from '../incident-sql';
import { CAUSE_ASSETS, CAUSE_HOPS, type BrokenAsset, type CauseGraph } from './cause';

/** The asset of an open incident, by node. */
export interface StartAsset extends BrokenAsset {
  readonly asset: number;
}

interface IncidentColumns {
  readonly id: string;
  /** bigint in decimal */
  readonly opened_at: string;
  readonly fqn: string;
  readonly rules: Pick<IncidentRules, 'group' | 'groupWithin'>;
}

type FarRow = { readonly nears: readonly number[]; readonly far: number; readonly firm: boolean } & (
  IncidentColumns | { readonly id: null }
);

const COLUMNS = `i.id::text, i.opened_at::text, e.fqn, i.rules`;

/** The assets at the far ends of edges to one side, each once: from where it is reached, its open incident, or that its contract passes. */
const hop = (side: 'above' | 'below'): PreparedStatement => {
  const [near, far] = side === 'above' ? ['to_node', 'from_node'] : ['from_node', 'to_node'];
  return {
    name: `contract-incident-hop-${side}`,
    text: `
    select h.nears, h.far::float8 as far, ${COLUMNS},
           coalesce(c.verdict = 'Success' and ${isInForce('c')}, false) and i.id is null as firm
      from (select l.${far} as far, json_agg(l.${near}) as nears
              from unnest($1::bigint[]) s (node) join lineage_edge l on l.${near} = s.node group by 1) h
      join entity a on a.node = h.far
      left join contract c on c.asset = h.far and ${isThere('c')}
      left join contract_incident i on i.contract = c.node and i.status <> 'Resolved' and not ${IS_PAST}
      left join entity e on e.node = i.contract
     where a.deleted_by is null or c.gone_at is not null
     order by h.far`,
  };
};
const SIDES = { above: hop('above'), below: hop('below') };

const STARTS: PreparedStatement = {
  name: 'contract-incident-starts',
  text: `select c.asset::float8 as asset, ${COLUMNS} ${FROM} where i.id = any($1::uuid[]) and i.status <> 'Resolved' and not ${IS_PAST}`,
};

/** Reads the lineage around incidents: one statement for a hop. */
@Injectable()
export class CauseGraphRepository {
  constructor(private readonly database: Database) {}

  /** Where open incidents are; those that are resolved are left out. */
  async starts(ids: readonly string[]): Promise<StartAsset[]> {
    const rows = await this.database.read<IncidentColumns & { readonly asset: number }>(STARTS, [ids]);
    return rows.map((row) => ({ asset: row.asset, ...brokenOf(row) }));
  }

  /** Open incidents whose assets are reached downstream; the starts are left out. */
  async below(starts: readonly StartAsset[]): Promise<StartAsset[]> {
    const { broken } = await this.region(starts, 'below', CAUSE_HOPS);
    const own = new Set(starts.map(({ asset }) => asset));
    return [...broken].filter(([asset]) => !own.has(asset)).map(([asset, one]) => ({ asset, ...one }));
  }

  /** The lineage above, twice as far as a cause may lie: whether one candidate reaches another one is asked of each of them. */
  above(starts: readonly StartAsset[]): Promise<CauseGraph> {
    return this.region(starts, 'above', 2 * CAUSE_HOPS);
  }

  private async region(starts: readonly StartAsset[], side: 'above' | 'below', hops: number): Promise<CauseGraph> {
    const edges = new Map<number, number[]>();
    const broken = new Map<number, BrokenAsset>(starts.map(({ asset, ...one }) => [asset, one]));
    const firm = new Set<number>();
    const visited = new Set(broken.keys());
    const most = CAUSE_ASSETS + visited.size;
    let frontier = [...visited];
    for (let at = 1; at <= hops && frontier.length > 0; at++) {
      const next: number[] = [];
      for (const row of await this.database.read<FarRow>(SIDES[side], [frontier])) {
        const { nears, far } = row;
        if (!visited.has(far)) {
          if (visited.size >= most) continue;
          visited.add(far);
          if (row.id !== null) broken.set(far, brokenOf(row));
          if (row.firm) firm.add(far);
          else next.push(far);
        }
        for (const near of nears) {
          const known = edges.get(near);
          if (known) known.push(far);
          else edges.set(near, [far]);
        }
      }
      frontier = next;
    }
    return { above: edges, broken, firm };
  }
}

function brokenOf({ id, opened_at: openedAt, fqn, rules }: IncidentColumns): BrokenAsset {
  return { id, openedAt: Number(openedAt), fqn, ...(rules.group && { within: periodOf(rules.groupWithin) }) };
}
