/** $1: the FQN of a table. Breadth-first by sets to both sides, with the edges and the names of the nodes, as one text of JSON. */
export function floorStatement(hops: number): { readonly name: string; readonly text: string } {
  const steps = Array.from({ length: hops }, (_, at) => at + 1);
  const side = (name: string, near: string, far: string): string =>
    steps
      .map((hop) => {
        const from = hop === 1 ? 'select node from root' : `select distinct ${far} as node from ${name}${hop - 1}`;
        return `${name}${hop} as materialized (
          select e.* from (${from}) n join lineage_edge e on e.${near} = n.node join entity x on x.node = e.${far}
           where x.deleted_by is null)`;
      })
      .join(', ');
  const all = ['u', 'd'].flatMap((name) => steps.map((hop) => `select * from ${name}${hop}`)).join(' union ');
  return {
    name: `bare-neighbours-${hops}`,
    text: `
      with root as materialized (
        select node from entity where type = 'table' and md5(fqn)::uuid = md5($1)::uuid and fqn = $1
      ), ${side('u', 'to_node', 'from_node')}, ${side('d', 'from_node', 'to_node')}, e as materialized (${all})
      select json_build_object('entity', $1::text,
        'edges', (select json_agg(json_build_object('from', f.id, 'to', t.id, 'source', e.source, 'sql', e.sql_query,
                                                    'updatedAt', e.updated_at, 'updatedBy', e.updated_by))
                    from e join entity f on f.node = e.from_node join entity t on t.node = e.to_node),
        'nodes', (select json_agg(json_build_object('id', x.id, 'type', x.type, 'name', x.name, 'fullyQualifiedName', x.fqn))
                    from entity x where x.node in (select from_node from e union select to_node from e)))::text as text`,
  };
}
