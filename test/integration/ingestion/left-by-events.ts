import type { IngestionFixture, Json } from './ingestion.fixture';

/** All that events leave, without what differs between two databases: ids, nodes, times of writing. */
const LEFT: Readonly<Record<string, string>> = {
  events: `select to_jsonb(e) - 'received_at' as row from openlineage_event e`,
  runs: `select to_jsonb(r) - 'touched_at' as row from openlineage_run r`,
  runDatasets: `select to_jsonb(d) as row from openlineage_run_dataset d`,
  names: `select to_jsonb(w) - 'node' || jsonb_build_object('asset', e.fqn) as row
            from openlineage_name w left join entity e using (node)`,
  facts: `select to_jsonb(f) as row from openlineage_edge f`,
  columns: `select to_jsonb(c) as row from openlineage_column c`,
  facets: `select to_jsonb(f) as row from openlineage_facet f`,
  evidence: `select to_jsonb(v) as row from openlineage_evidence v`,
  observations: `select to_jsonb(o) - 'asset' || jsonb_build_object('asset', e.fqn) as row
                   from observation o join entity e on e.node = o.asset`,
  // The digest holds the node of a pipeline: whether it is the same shows where the same event is sent again.
  edges: `select to_jsonb(e) - array['from_node', 'to_node', 'pipeline', 'digest', 'created_at', 'updated_at']
                 || jsonb_build_object('from', a.fqn, 'to', b.fqn, 'through', p.fqn) as row
            from lineage_edge e join entity a on a.node = e.from_node join entity b on b.node = e.to_node
            left join entity p on p.node = e.pipeline`,
  told: `select jsonb_build_object('type', event_type, 'fqn', fqn, 'version', version, 'actor', actor, 'hashes', hash_before is null,
                                   'after', hash_after, 'change', regexp_replace(change::text, '"id": "[^"]*"', '', 'g')) as row
           from change_event_pending where event_type like 'lineage%'`,
};

export class Dice {
  constructor(private state: number) {}

  upTo(n: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }

  of<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)] as T;
  }

  /** Sometimes. */
  may(more: Json): Json {
    return this.upTo(3) === 0 ? more : {};
  }
}

export async function left({ database }: IngestionFixture): Promise<Record<string, string[]>> {
  const parts: Record<string, string[]> = {};
  for (const [what, text] of Object.entries(LEFT)) {
    const rows = await database.query<{ row: Json }>(text);
    parts[what] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return parts;
}
