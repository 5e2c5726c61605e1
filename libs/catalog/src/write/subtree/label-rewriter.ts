import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { labelKey, mapLabels, type TagLabel } from '../../document/tag-label';
import { rewriteDocuments } from './rewrite-documents';

interface Use {
  readonly node: string;
  readonly source: TagLabel['source'];
  readonly old: string;
  readonly new: string;
}

/** Entities labelled with one of the tags or terms $1, whose FQNs changed from the prefix $2 to $3. */
const USES = `
  select u.node, u.source, u.tag_fqn as old, t.fqn as new
    from (select type, fqn, $2 || substr(fqn, length($3) + 1) as old from entity
           where node = any($1) and type in ('tag', 'glossaryTerm')) t
    join tag_usage u on md5(u.tag_fqn)::uuid = md5(t.old)::uuid and u.tag_fqn = t.old
         and u.source = case t.type when 'tag' then 'Classification' else 'Glossary' end
   order by u.node`;

/** Only existing labels: an entity may have lost the label while waiting for its lock. */
const FORGET = `
  delete from tag_usage u using unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) n(node, old, source, new)
   where u.node = n.node and md5(u.tag_fqn)::uuid = md5(n.old)::uuid and u.source = n.source`;

/**
 * Labels are stored in the documents of labelled entities, so that a read passes them through unparsed: renames and deletions of
 * tags are applied here. This does not change the entity's version, as for a renamed reference.
 */
@Injectable()
export class LabelRewriter {
  /** @param nodes tags and terms that already have their new FQNs; other types are ignored */
  async rename(tx: Transaction, nodes: readonly string[], oldFqn: string, newFqn: string): Promise<void> {
    const uses = await query<Use>(tx, USES, [nodes, oldFqn, newFqn]);
    await this.rewrite(tx, uses, (label, renamed) => ({ ...label, tagFQN: renamed }));
    await query(
      tx,
      `with gone as (${FORGET} returning u.node, n.new, u.source)
       insert into tag_usage (node, tag_fqn, source) select * from gone on conflict do nothing`,
      [...columnsOf(uses), uses.map((use) => use.new)],
    );
  }

  /** Called before the tags and terms among these nodes are hard-deleted. */
  async remove(tx: Transaction, nodes: readonly string[]): Promise<void> {
    const uses = await query<Use>(tx, USES, [nodes, '', '']);
    await this.rewrite(tx, uses, () => undefined);
    await query(tx, FORGET, [...columnsOf(uses), uses.map(() => null)]);
  }

  private async rewrite(
    tx: Transaction,
    uses: readonly Use[],
    change: (label: TagLabel, renamed: string) => TagLabel | undefined,
  ): Promise<void> {
    const byNode = new Map<string, Map<string, string>>();
    for (const use of uses)
      byNode.set(use.node, (byNode.get(use.node) ?? new Map<string, string>()).set(oldKey(use), use.new));
    await rewriteDocuments(tx, [...byNode.keys()], (document, { node, type }) =>
      mapLabels(entityTypes.get(type), document, (label) => {
        const renamed = byNode.get(node)?.get(labelKey(label));
        return renamed === undefined ? label : change(label, renamed);
      }),
    );
  }
}

const oldKey = ({ old, source }: Use): string => labelKey({ tagFQN: old, source });

function columnsOf(uses: readonly Use[]): string[][] {
  return [uses.map(({ node }) => node), uses.map(({ old }) => old), uses.map(({ source }) => source)];
}
