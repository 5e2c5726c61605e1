import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { EntityDraft } from '../entity-draft';
import { finishParts } from '../document/finish-parts';
import { LabelRewriter } from './label-rewriter';
import { SubtreeStore } from './subtree-store';

/** Entities whose parts are rewritten per statement. */
const BATCH = 500;

interface NamedRow {
  readonly node: string;
  readonly type: string;
  readonly fqn: string;
}

interface PartsRow {
  readonly node: string;
  readonly fqn: string;
  readonly body: Record<string, unknown>;
  readonly details: Record<string, unknown>;
}

/** Propagates a rename or move of an entity to all descendants, in the same transaction. */
@Injectable()
export class SubtreeRenamer {
  constructor(
    private readonly subtree: SubtreeStore,
    private readonly labels: LabelRewriter,
  ) {}

  async rename(tx: Transaction, draft: EntityDraft, oldFqn: string): Promise<void> {
    const below = await this.subtree.rename(tx, draft.node, oldFqn, draft.fqn, draft.parent?.root ?? draft.node);
    await this.labels.rename(tx, [draft.node, ...[...below.values()].flat()], oldFqn, draft.fqn);
    for (const [type, nodes] of below) {
      for (let from = 0; from < nodes.length; from += BATCH)
        await this.renameParts(tx, type, nodes.slice(from, from + BATCH));
    }
  }

  /** Updates data derived from the FQN of an entity that already has its new one: labels that name it, FQNs of its parts. */
  async follow(tx: Transaction, { node, type, fqn }: NamedRow, oldFqn: string): Promise<void> {
    await this.labels.rename(tx, [node], oldFqn, fqn);
    await this.renameParts(tx, type, [node]);
  }

  /** The FQNs of columns are stored in the document, so that a read passes it through unparsed. */
  private async renameParts(tx: Transaction, type: string, nodes: readonly string[]): Promise<void> {
    const entityType = entityTypes.get(type);
    if (!Object.values(entityType.attributes).some(({ parts }) => parts)) return;
    const rows = await query<PartsRow>(tx, `select node, fqn, body, details from entity where node = any($1)`, [nodes]);
    for (const { body, details, fqn } of rows) {
      finishParts(entityType, body, fqn);
      finishParts(entityType, details, fqn);
    }
    await query(
      tx,
      `update entity e set body = n.body, details = n.details
         from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) n(node, body, details) where e.node = n.node`,
      [
        rows.map(({ node }) => node),
        rows.map(({ body }) => JSON.stringify(body)),
        rows.map(({ details }) => JSON.stringify(details)),
      ],
    );
  }
}
