import { utcMinute } from '@app/common';
import { query, type Transaction } from '@app/database';
import { slaOutlooks, type SlaRisk } from '@app/validation';
import { Injectable } from '@nestjs/common';
import type { Look, NoticeSource } from './notice-source';
import type { NewNotice } from '../record/record-notices';

/** A target of some seconds is not looked at more often, in ms. */
const LEAST_REST_MS = 30_000;

const ASKED = {
  name: 'subscriptions-ask-for-risks',
  text: `select from event_subscription s where s.document -> 'eventTypes' ? 'contractSlaAtRisk' limit 1`,
};

/**
 * Contracts of which a refresh or the data of a day is due soon: once for each time at which it is due. Sent to subscribers alone; the looks are stored
 * for all contracts with such a target, so that those at risk are found by them.
 */
@Injectable()
export class SlaRiskSource implements NoticeSource {
  readonly type = 'contractSlaAtRisk';

  async look(tx: Transaction, contracts: readonly string[]): Promise<Look> {
    const isAsked = (await query(tx, ASKED)).length > 0;
    const found = await slaOutlooks(tx, contracts);
    return {
      notices: isAsked ? found.flatMap(({ node, risks, now }) => risks.map((risk) => noticeOf(node, risk, now))) : [],
      next: found.flatMap(({ node: contract, now, risks, nextAt, hangsOnRefresh }) => {
        if (nextAt === undefined) return [];
        const at = Math.max(nextAt, now + LEAST_REST_MS);
        return [{ contract, at, hangsOnRefresh, isAtRisk: risks.length > 0, holdsUntil: nextAt }];
      }),
    };
  }
}

function noticeOf(contract: string, { target, dueAt }: SlaRisk, timestamp: number): NewNotice {
  return {
    ...{ contract, type: 'contractSlaAtRisk', key: `${target} ${dueAt}`, until: dueAt, to: {} },
    text: `will miss its SLA: ${target} is due at ${utcMinute(dueAt)}`,
    subscribers: [{}],
    sent: { timestamp, sla: { target, dueAt } },
  };
}
