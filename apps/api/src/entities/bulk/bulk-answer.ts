import type { BulkOutcome } from '@app/catalog';
import { ERROR_TRAITS } from '@app/common';
import { MULTI_STATUS, refusedOutcome } from '../../http/errors/mixed-outcomes';
import { toAppError } from '../../http/errors/to-app-error';

interface BulkAnswer {
  readonly status: number;
  readonly json: string;
}

/**
 * `{"results": [{status, entity | reference | error}]}`, in the order sent. Entities are passed on as text; those beyond what an answer
 * may contain are named.
 */
export function results(type: string, outcomes: readonly BulkOutcome[]): BulkAnswer {
  const items = outcomes.map((outcome) => {
    if ('error' in outcome) return JSON.stringify(refusedOutcome(outcome.error));
    const status = statusOf(outcome);
    if (outcome.kept) return `{"status":${status},"proposal":${outcome.kept.json}}`;
    if (outcome.json !== undefined) return `{"status":${status},"entity":${outcome.json}}`;
    return JSON.stringify({ status, reference: { id: outcome.id, type, fullyQualifiedName: outcome.fqn } });
  });
  return { status: overall(outcomes), json: `{"results":[${items.join(',')}]}` };
}

/** The shape that the reference's clients read: rows that passed and rows that failed apart, each in the order sent. */
export function operationResult(entities: readonly unknown[], outcomes: readonly BulkOutcome[]): BulkAnswer {
  const failed = outcomes.filter((outcome) => 'error' in outcome).length;
  const items = outcomes.map((outcome, i) => ({
    request: 'error' in outcome ? nameOf(entities[i]) : outcome.fqn,
    status: statusOf(outcome),
    message: messageOf(outcome),
    failed: 'error' in outcome,
  }));
  const shown = (wanted: boolean): object[] =>
    items.filter((item) => item.failed === wanted).map(({ failed: _failed, ...item }) => item);
  const result = {
    dryRun: false,
    status: failed === 0 ? 'success' : failed === outcomes.length ? 'failure' : 'partialSuccess',
    numberOfRowsProcessed: outcomes.length,
    numberOfRowsPassed: outcomes.length - failed,
    numberOfRowsFailed: failed,
    successRequest: shown(false),
    failedRequest: shown(true),
  };
  return { status: overall(outcomes), json: JSON.stringify(result) };
}

function messageOf(outcome: BulkOutcome): string {
  if ('error' in outcome) return toAppError(outcome.error).message;
  return outcome.kept?.label ?? (outcome.created ? 'created' : 'updated');
}

const overall = (outcomes: readonly BulkOutcome[]): number =>
  outcomes.some((outcome) => 'error' in outcome) ? MULTI_STATUS : 200;

function statusOf(outcome: BulkOutcome): number {
  if ('error' in outcome) return ERROR_TRAITS[toAppError(outcome.error).code].status;
  if (outcome.kept) return 202;
  return outcome.created ? 201 : 200;
}

/** The name in a body that was refused, where it has one: its FQN is not known. */
function nameOf(entity: unknown): string | undefined {
  const name = (entity as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name : undefined;
}
