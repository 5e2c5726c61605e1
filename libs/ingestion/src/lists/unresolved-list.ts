import { KeysetPages, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';
import { listPage, type ListPage, type ListRequest } from './event-list';

interface UnresolvedRow {
  readonly namespace: string;
  readonly name: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly events: string;
}

const SCOPE = 'openlineage unresolved';

/** Datasets that events name and that are no asset of the catalog, by namespace and name. */
@Injectable()
export class UnresolvedList {
  constructor(
    private readonly database: Database,
    private readonly pages: KeysetPages,
    private readonly rights: SenderRights,
  ) {}

  /** `{namespace, name, firstSeen, lastSeen, events}` each; times are those of the events, in epoch ms. */
  async list(actor: Actor, request: ListRequest): Promise<ListPage> {
    this.rights.requireAll(actor);
    const page = this.pages.open(SCOPE, request);
    const [namespace = null, name = null] = page.place?.keys ?? [];
    const [rows, total] = await Promise.all([
      request.limit === 0
        ? []
        : this.database.read<UnresolvedRow>(page.isBackward ? BACKWARD : FORWARD, [namespace, name, request.limit + 1]),
      this.database.read<{ n: string }>(TOTAL, []),
    ]);
    return listPage(page, rows.map(keyed), request.limit, Number(total[0]?.n));
  }
}

function keyed({ namespace, name, firstSeen, lastSeen, events }: UnresolvedRow) {
  const counted = { firstSeen: Number(firstSeen), lastSeen: Number(lastSeen), events: Number(events) };
  return { keys: [namespace, name], item: { namespace, name, ...counted } };
}

const statement = (way: string, than: string, order: string) => ({
  name: `openlineage-unresolved-${way}`,
  text: `
    select namespace, name, first_seen as "firstSeen", last_seen as "lastSeen", events from openlineage_name
     where kind = 'dataset' and node is null
       and ($1::text is null or (namespace, name) ${than} ($1::text collate "C", $2::text collate "C"))
     order by namespace ${order}, name ${order} limit $3`,
});
const FORWARD = statement('forward', '>', '');
const BACKWARD = statement('backward', '<', 'desc');
const TOTAL = {
  name: 'openlineage-unresolved-total',
  text: `select count(*) as n from openlineage_name where kind = 'dataset' and node is null`,
};
