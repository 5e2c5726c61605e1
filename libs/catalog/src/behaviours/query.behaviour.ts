import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { queryChecksum } from '../types/data/query.type';
import type { EntityBehaviour } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';

/** A query has the checksum of its text, and names each database user once. */
@Injectable()
export class QueryBehaviour implements EntityBehaviour {
  prepare(_tx: Transaction, _actor: Actor, { attributes }: EntityDraft): Promise<void> {
    attributes.checksum = queryChecksum(attributes.query as string);
    if (Array.isArray(attributes.usedBy)) attributes.usedBy = [...new Set<unknown>(attributes.usedBy)];
    return Promise.resolve();
  }
}
