/** Where the evidence of a validation comes from: `auto` reads the source where that may be done; `stored` is what is known already. */
export const EVIDENCE = ['auto', 'source', 'stored'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/**
 * The evidence of a run, once it is claimed. `source`: it asks for readings. `read`: it has. `refused`: the source was asked for and has no data
 * access any more; `suspended`: that access is suspended.
 */
export type ResolvedEvidence = 'stored' | 'source' | 'read' | 'refused' | 'suspended';

/** SQL of the evidence of the run whose id is in `run_id`. The asset is a table of a service that may be read, or what is stored counts. */
export const RESOLVED_EVIDENCE = `(
  select case when v.evidence = 'stored' then 'stored'
              when v.reads then 'read'
              when not coalesce((a.document ->> 'enabled')::boolean, false)
              then case when v.evidence = 'source' then 'refused' else 'stored' end
              when a.suspended_by is not null then 'suspended'
              else 'source' end
    from validation_run v join contract c on c.node = v.contract join entity t on t.node = c.asset
    left join data_access a on a.service = t.root and t.type = 'table'
   where v.result_id = run_id)`;
