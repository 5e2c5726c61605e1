import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import type { EntityDraft } from '../entity-draft';
import { finishParts } from '../document/finish-parts';
import { LabelRewriter } from './label-rewriter';
import { SubtreeStore } from './subtree-store';

/** Entities whose parts are written anew in one statement. */
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

/** Carries a new name or place of an entity to all that lies below it, in the transaction of the change. */
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

  /** What follows from the FQN of an entity that has its new one already: labels that name it, FQNs of its parts. */
  async follow(tx: Transaction, { node, type, fqn }: NamedRow, oldFqn: string): Promise<void> {
    await this.labels.rename(tx, [node], oldFqn, fqn);
    await this.renameParts(tx, type, [node]);
  }

  /** The FQNs of columns stand in the document, so that a read passes it on unparsed. */
  private async renameParts(tx: Transaction, type: string, nodes: readonly string[]): Promise<void> {
    const entityType = entityTypes.get(type);
    if (!Object.values(entityType.attributes).some(({ parts }) => parts)) return;
    const rows = await run<PartsRow>(tx, `select node, fqn, body, details from entity where node = any($1)`, [nodes]);
    for (const { body, details, fqn } of rows) {
      finishParts(entityType, body, fqn);
      finishParts(entityType, details, fqn);
    }
    await run(
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
