import { NOW_MS, query, type Transaction } from '@app/database';
import { SlaRisks, type SlaRisk } from '@app/validation';
import { Injectable } from '@nestjs/common';
import type { Look, NoticeSource } from './notice-source';
import type { NewNotice } from '../record/record-notices';

/** A target of some seconds is not looked at more often, in ms. */
const LEAST_REST_MS = 30_000;

const ASKED = {
  name: 'subscriptions-ask-for-risks',
  text: `select ${NOW_MS}::float8 as now from event_subscription s where s.document -> 'eventTypes' ? 'contractSlaAtRisk' limit 1`,
};

/** Contracts of which a refresh or the data of a day is due soon: once for each time at which it is due. Sent to subscribers alone. */
@Injectable()
export class SlaRiskSource implements NoticeSource {
  readonly type = 'contractSlaAtRisk';

  constructor(private readonly risks: SlaRisks) {}

  async look(tx: Transaction, contracts: readonly string[]): Promise<Look> {
    const [asked] = await query<{ now: number }>(tx, ASKED);
    if (!asked) return { notices: [], next: [] };
    const found = await this.risks.outlook(tx, contracts);
    const { now } = asked;
    return {
      notices: found.flatMap(({ node, risks }) => risks.map((risk) => noticeOf(node, risk, now))),
      next: found.flatMap(({ node: contract, nextAt, hangsOnRefresh }) =>
        nextAt === undefined ? [] : [{ contract, at: Math.max(nextAt, now + LEAST_REST_MS), hangsOnRefresh }],
      ),
    };
  }
}

function noticeOf(contract: string, { target, dueAt }: SlaRisk, timestamp: number): NewNotice {
  return {
    ...{ contract, type: 'contractSlaAtRisk', key: `${target} ${dueAt}`, until: dueAt, to: {} },
    text: `will miss its SLA: ${target} is due at ${new Date(dueAt).toISOString()}`,
    subscribers: [{}],
    sent: { timestamp, sla: { target, dueAt } },
  };
}
