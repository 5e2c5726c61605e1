import { isDeepStrictEqual } from 'node:util';
import type { EntityDocument, EntityDraft, EntityObserver } from '@app/catalog';
import type { Actor } from '@app/common';
import { assetColumns } from '@app/contracts';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgePublisher } from '../publish/edge-publisher';

/** Pairs of columns that events have named stand in the catalog as far as the assets have the columns: they come and go with them. */
@Injectable()
export class ColumnWatch implements EntityObserver {
  constructor(private readonly edges: EdgePublisher) {}

  concerns(draft: EntityDraft, previous: EntityDocument): boolean {
    const { type } = draft.entityType;
    const [was, is] = [previous, draft.attributes].map((asset) => assetColumns(type, asset));
    // Not by their texts: the database stores members in another order than a body.
    return !isDeepStrictEqual(was, is);
  }

  async changed(tx: Transaction, actor: Actor, draft: EntityDraft): Promise<void> {
    const names = await query<{ key: string }>(tx, NAMES, [draft.node]);
    if (names.length === 0) return;
    await this.edges.publish(
      tx,
      actor,
      names.map(({ key }) => key),
    );
  }
}

const NAMES = `select key::text from openlineage_name where node = $1`;
