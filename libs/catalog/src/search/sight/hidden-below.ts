import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { keyword, noneOf, type BoundQuery } from '@app/search';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { lineOf } from '../../query/holders';
import { seenAmong } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';

/** Hidden documents that a filter names one by one. Elasticsearch takes 65,536 values; types with more are left out as a whole. */
const MOST_NAMED = 20_000;

interface HiddenRow {
  readonly id: string;
  readonly type: string;
}

/**
 * The entities that are hidden because of what lies above them; documents know only their own owners. From the top down below hidden
 * containers, and from the bottom up for parts of assets (contracts, test cases), of which there are fewer than assets. $1 types above
 * others, $2 the sight, $3 types that lie below them, $4 searched types, $5 searched types of parts.
 */
const HIDDEN = {
  name: 'search-hidden-below',
  text: `
    with recursive candidate as materialized (
      select e.node, e.id, e.type, e.parent from entity e where e.type = any($1::text[] || $5::text[])
    ), hidden as materialized (
      select m.* from candidate m where not ${seenAmong('candidate', '$2')}
    ), top as (
      select h.node from hidden h where h.type = any($1::text[])
    ), below (node, id, type) as (
      select c.node, c.id, c.type from top t join entity c on c.parent = t.node and c.type = any($3::text[])
      union
      select c.node, c.id, c.type from below b join entity c on c.parent = b.node and c.type = any($3::text[])
    )
    select id, type from below where type = any($4::text[])
    union all
    (select h.id, h.type from hidden h where h.type = any($5::text[]))
    limit ${MOST_NAMED + 1}`,
};

/** Search documents that are hidden by what lies above their entities. */
@Injectable()
export class HiddenBelow {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** A filter that leaves them out; undefined: there are none. One statement, for callers from whom something is hidden. */
  async filter(actor: Actor, types: readonly string[]): Promise<BoundQuery | undefined> {
    const sight = this.visibility.sightOf(actor);
    if (sight === 'all') return undefined;
    const searched = types.filter((type) => sight.types.includes(type) && entityTypes.get(type).parents.length > 0);
    if (!searched.length) return undefined;
    const isPart = (type: string): boolean => !entityTypes.get(type).obstacle;
    const [parts, others] = [searched.filter(isPart), searched.filter((type) => !isPart(type))];
    const parents = new Set(others.flatMap((type) => entityTypes.get(type).parents.flatMap((parent) => parent.types)));
    const line = [...new Set([...parents].flatMap((type) => lineOf(entityTypes.get(type))))];
    const above = line.filter((type) => sight.ruled.includes(type));
    const values = [above, sight.condition.value, [...new Set([...line, ...others])], others, parts];
    const hidden = await this.database.read<HiddenRow>(HIDDEN, values);
    const lowered = searched.map((type) => type.toLowerCase());
    if (hidden.length > MOST_NAMED) return noneOf([keyword('entityType', lowered)]);
    return hidden.length ? noneOf([{ kind: 'ids', values: hidden.map(({ id }) => id), boost: 1 }]) : undefined;
  }
}
