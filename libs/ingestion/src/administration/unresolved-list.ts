import { KeysetPages, type Actor } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';
import { TableLookup, type NameMeaning } from '../naming/table-lookup';
import type { ListPage, ListRequest } from './event-list';

interface UnresolvedRow {
  readonly key: string;
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
    private readonly lookup: TableLookup,
  ) {}

  /**
   * `{namespace, name, firstSeen, lastSeen, events, ambiguous?}` each; times are those of the events, in epoch ms. `ambiguous` has the FQNs between
   * which nothing decides.
   */
  async list(actor: Actor, request: ListRequest): Promise<ListPage> {
    this.rights.requireAll(actor);
    const page = this.pages.open(SCOPE, request);
    const filter = Conditions.of(`n.kind = 'dataset'`, 'n.node is null');
    const { rows, paging } = await UNRESOLVED.counted(this.database, filter, { page, limit: request.limit });
    const meanings = await this.lookup.meanings(rows.map(({ key }) => key));
    return { data: rows.map((row) => shown(row, meanings.get(row.key)?.among ?? [])), paging };
  }
}

function shown({ namespace, name, firstSeen, lastSeen, events }: UnresolvedRow, among: NameMeaning['among']): object {
  const counted = { firstSeen: Number(firstSeen), lastSeen: Number(lastSeen), events: Number(events) };
  return { namespace, name, ...counted, ...(among.length > 0 && { ambiguous: among.map(({ fqn }) => fqn) }) };
}

const UNRESOLVED = new KeysetQuery<UnresolvedRow & object>({
  select: `
    select n.key::text, n.namespace, n.name, n.first_seen as "firstSeen", n.last_seen as "lastSeen", n.events from openlineage_name n`,
  from: 'from openlineage_name n',
  order: new KeysetOrder<UnresolvedRow>(
    { sql: 'n.namespace', type: 'text', key: ({ namespace }) => namespace },
    { sql: 'n.name', type: 'text', key: ({ name }) => name },
  ),
  prepared: 'openlineage-unresolved',
});
