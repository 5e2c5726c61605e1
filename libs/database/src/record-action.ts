import { NOW_MS, query, type Transaction } from './transaction';

/** What the audit tells of beside change events. */
export const AUDITED_ACTIONS = [
  'loggedIn',
  'loggedOut',
  'loginEnded',
  'signInLinkCreated',
  'passwordSet',
  'tokenCreated',
  'tokenRevoked',
  'firstAdminSet',
  'customPropertySet',
  'customPropertyRemoved',
  'namingRulesReplaced',
  'subscriptionCreated',
  'subscriptionUpdated',
  'subscriptionDeleted',
  'subscriptionSecretRotated',
  'sampleDataStored',
  'sampleDataRemoved',
  'lineageCreated',
  'lineageUpdated',
  'lineageDeleted',
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

export interface ActionRecord {
  readonly action: AuditedAction;
  /** Name of the user who did it. */
  readonly actor: string;
  /** The entities that it was done to, one record each: by node, else (of what is no entity) by type and name. */
  readonly to:
    { readonly nodes: readonly string[] } | { readonly type: string; readonly name: string; readonly id?: string };
  /** What the record says of the change; nothing secret. */
  readonly change?: object;
  /** What is no entity said before and says after it, without what is secret; absent where it was not there, or is gone. */
  readonly before?: object;
  readonly after?: object;
}

const OF_NODES = `
  insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change)
  select $1, type, id, node, fqn, version, ${NOW_MS}, $2, $3::jsonb from entity where node = any($4::bigint[]) order by node`;
// What was before and after is shown as of edges of lineage.
const OF_NAME = `
  insert into change_event_pending (event_type, entity_type, entity_id, fqn, at, actor, change, hash_before, hash_after)
  select $1, $4, $5::uuid, $6, ${NOW_MS}, $2,
         case when coalesce($7::jsonb, $8::jsonb) is null then $3::jsonb
              else coalesce($3::jsonb, '{}') || lineage_change($7::jsonb, $8::jsonb) end,
         sha256(convert_to($7::jsonb::text, 'UTF8')), sha256(convert_to($8::jsonb::text, 'UTF8'))`;

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Records what was done, in its transaction: for what is no change event. */
export async function recordAction(tx: Transaction, record: ActionRecord): Promise<void> {
  const { action, actor, to, change, before, after } = record;
  const values = [action, actor, jsonOf(change)];
  if ('nodes' in to) await query(tx, { name: 'record-action', text: OF_NODES }, [...values, to.nodes]);
  else
    await query(tx, { name: 'record-action-by-name', text: OF_NAME }, [
      ...values,
      ...[to.type, to.id ?? null, to.name, jsonOf(before), jsonOf(after)],
    ]);
}
