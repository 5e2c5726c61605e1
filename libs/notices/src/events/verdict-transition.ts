import type { ChangeEvent } from '@app/events';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Broken: the contract fails. */
const BROKEN = new Set<string | undefined>(['Failed', 'PartialSuccess']);

/** Statuses that say whether a contract passes; one that was aborted does not. */
const isVerdict = (status: string | undefined): boolean => status === 'Success' || BROKEN.has(status);

export type VerdictTransition = 'contractFailed' | 'contractRecovered';

/** Whether the status before the event does not say whether the contract passed, so that an earlier result has to. */
export function needsEarlierVerdict({ result }: ChangeEvent): boolean {
  return result?.previousStatus !== undefined && !isVerdict(result.previousStatus);
}

/**
 * The transition of a contract that an event of a result shows: that it started to fail, or recovered.
 * @param before the status of the newest earlier result that says whether the contract passed
 */
export function turnOf({ result }: ChangeEvent, before = result?.previousStatus): VerdictTransition | undefined {
  if (!result?.isLatest || !isVerdict(result.status)) return undefined;
  if (BROKEN.has(result.status)) return BROKEN.has(before) ? undefined : 'contractFailed';
  return BROKEN.has(before) ? 'contractRecovered' : undefined;
}

const EARLIER = {
  name: 'verdicts-before-events',
  text: `
  select v.id::text, (
    select r.status from contract_result r
     where r.contract = e.node and r.timestamp < v.at and r.status in ('Success', 'PartialSuccess', 'Failed')
     order by r.timestamp desc limit 1) as status
    from jsonb_to_recordset($1::jsonb) v (id bigint, entity uuid, at bigint) join entity e on e.id = v.entity`,
};

/** Finds the transitions of contracts that events show. */
@Injectable()
export class VerdictTransitions {
  constructor(private readonly database: Database) {}

  /** The transition of each event, in their order. At most one statement. */
  async of(events: readonly ChangeEvent[]): Promise<(VerdictTransition | undefined)[]> {
    const earlier = await this.earlierVerdicts(
      events.filter((event) => event.result?.isLatest && needsEarlierVerdict(event)),
    );
    return events.map((event) =>
      event.eventType === 'resultDeleted' ? undefined : turnOf(event, earlier.get(event.id)),
    );
  }

  /** By the ids of the events, the status of the newest result before that says whether the contract passed. */
  private async earlierVerdicts(events: readonly ChangeEvent[]): Promise<ReadonlyMap<number, string>> {
    if (!events.length) return new Map();
    const results = events.map(({ id, entityId, result }) => ({ id, entity: entityId, at: result!.timestamp }));
    const rows = await this.database.read<{ id: string; status: string | null }>(EARLIER, [JSON.stringify(results)]);
    return new Map(rows.map(({ id, status }) => [Number(id), status ?? '']));
  }
}
