import { entityTypes, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Which nodes of a graph are shown; hidden ones are still traversed. */
export interface ShownNodes {
  readonly types?: readonly string[];
  /** FQN of a tag of the asset or of a part of it. */
  readonly tag?: string;
  /** FQN of the service that contains the asset. */
  readonly service?: string;
}

const MATCHING = {
  name: 'lineage-matching',
  text: `
    select e.node::float8 as node from unnest($1::bigint[]) as w (node) join entity e on e.node = w.node
     where ($2::text[] is null or e.type = any($2))
       and ($3::text is null or exists (select 1 from tag_usage u
             where u.node = e.node and md5(u.tag_fqn)::uuid = md5($3)::uuid and u.tag_fqn = $3))
       and ($4::text is null or exists (select 1 from entity s where s.node = e.root and s.fqn = $4))`,
};

const SERVICES = entityTypes.having('service');

@Injectable()
export class NodeFilter {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Returns which of the nodes are shown to the actor; none by a tag or a service that is hidden, as by one that is not there. */
  async by(
    actor: Actor,
    { types, tag, service }: ShownNodes,
  ): Promise<(nodes: readonly number[]) => Promise<readonly number[]>> {
    if ((types ?? tag ?? service) === undefined) return (nodes) => Promise.resolve(nodes);
    const targets = [
      ...(tag === undefined ? [] : [{ key: tag, types: ['tag', 'glossaryTerm'] }]),
      ...(service === undefined ? [] : [{ key: service, types: SERVICES }]),
    ];
    if (await this.visibility.namesHidden(this.database, actor, targets)) return () => Promise.resolve([]);
    return async (nodes) => {
      if (nodes.length === 0) return nodes;
      const values = [nodes, types ?? null, tag ?? null, service ?? null];
      return (await this.database.read<{ node: number }>(MATCHING, values)).map(({ node }) => node);
    };
  }
}
