import { NOW_MS, query, type Transaction } from './transaction';

/** The actions that the audit records beside change events. */
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
  'secretsReplaced',
  'sampleDataStored',
  'sampleDataRemoved',
  'scheduleSet',
  'scheduleRemoved',
  'objectivesSet',
  'objectivesRemoved',
  'producerDeleted',
  'customMetricSet',
  'customMetricRemoved',
  'incidentStatusAdded',
  'incidentStatusChanged',
  'lineageCreated',
  'lineageUpdated',
  'lineageDeleted',
  'dataAccessSet',
  'dataAccessRemoved',
  'contractPolicySet',
  'contractPolicyRemoved',
  'consumerDeclared',
  'consumerRemoved',
  'consumerInvited',
  'invitationWithdrawn',
  'invitationDeclined',
  'contractReviewed',
  'proposalOpened',
  'proposalReplaced',
  'proposalReviewed',
  'consentGiven',
  'proposalWithdrawn',
  'proposalOverridden',
  'proposalApplied',
  'proposalEnded',
  'incidentOpened',
  'incidentActed',
  'learnedFeedbackSet',
  'learnedFeedbackRemoved',
  'permissionRequested',
  'permissionGranted',
  'permissionRefused',
  'permissionRequestWithdrawn',
] as const;
export type AuditedAction = (typeof AUDITED_ACTIONS)[number];

export interface ActionRecord {
  readonly action: AuditedAction;
  /** Name of the user who did it. */
  readonly actor: string;
  /** The entities that it was done to, one record each: by node, else (of what is no entity) by type and name. */
  readonly to:
    { readonly nodes: readonly string[] } | { readonly type: string; readonly name: string; readonly id?: string };
  /** The change as the record shows it; nothing secret. */
  readonly change?: object;
  /** The state, before and after, of what was changed and has no version, without what is secret; absent where it was not there, or is gone. */
  readonly before?: object;
  readonly after?: object;
}

// What was before and after is shown as of edges of lineage.
const changeOf = (before: string, after: string): string => `
  case when coalesce(${before}::jsonb, ${after}::jsonb) is null then $3::jsonb
       else coalesce($3::jsonb, '{}') || lineage_change(${before}::jsonb, ${after}::jsonb) end,
  sha256(convert_to(${before}::jsonb::text, 'UTF8')), sha256(convert_to(${after}::jsonb::text, 'UTF8'))`;

const OF_NODES = `
  insert into change_event_pending (event_type, entity_type, entity_id, node, fqn, version, at, actor, change, hash_before, hash_after)
  select $1, type, id, node, fqn, version, ${NOW_MS}, $2, ${changeOf('$5', '$6')}
    from entity where node = any($4::bigint[]) order by node`;
const OF_NAME = `
  insert into change_event_pending (event_type, entity_type, entity_id, fqn, at, actor, change, hash_before, hash_after)
  select $1, $4, $5::uuid, $6, ${NOW_MS}, $2, ${changeOf('$7', '$8')}`;

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Records what was done, in its transaction: for what is no change event. */
export async function recordAction(tx: Transaction, record: ActionRecord): Promise<void> {
  const { action, actor, to, change, before, after } = record;
  const values = [action, actor, jsonOf(change)];
  const states = [jsonOf(before), jsonOf(after)];
  if ('nodes' in to) await query(tx, { name: 'record-action', text: OF_NODES }, [...values, to.nodes, ...states]);
  else
    await query(tx, { name: 'record-action-by-name', text: OF_NAME }, [
      ...values,
      ...[to.type, to.id ?? null, to.name, ...states],
    ]);
}
