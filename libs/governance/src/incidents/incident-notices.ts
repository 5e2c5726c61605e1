import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { recordNotices, type NewNotice } from '../notices/record-notices';
import { IncidentNoticeRepository, type DueNotice } from './incident-notice.repository';
import { IncidentRepository } from './incident.repository';
import type { IncidentRow } from './incident-sql';

/** Characters of what a result says. */
const MOST_TEXT = 300;

/**
 * Notifies people of incidents: of the opening when it is settled, of ends of snoozes and of resolutions by rounds of a worker. Each person is
 * notified of a root and all that follows from it once. Nothing is said while the contract is muted, or the incident snoozed.
 */
@Injectable()
export class IncidentNotices {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly due: IncidentNoticeRepository,
  ) {}

  /** @param cause id of the incident that it follows from @param by name of who opened it by hand */
  async opened(tx: Transaction, id: string, cause: string | undefined, by?: string): Promise<void> {
    const row = await this.incidents.find(id, tx);
    if (!row || isSilent(row)) return;
    const notice = noticeOf(row, {
      type: 'contractIncidentOpened',
      text: cause === undefined ? openedText(row) : 'has an incident that follows from one upstream',
      to: { owner: true, consumer: true, ...(cause === undefined && { follower: true as const }), ...assigneeOf(row) },
      series: `incident ${cause ?? id}`,
    });
    await recordNotices(tx, [{ ...notice, ...(by !== undefined && { by }) }]);
  }

  /** Carries out what is due; each once, whatever the number of workers. @returns whether there may be more */
  async round(): Promise<boolean> {
    const [snoozes, ends] = [await this.due.snoozes(), await this.due.ends()];
    for (const one of snoozes) await this.locked(one, (tx) => this.remind(tx, one));
    for (const one of ends) await this.locked(one, (tx) => this.end(tx, one));
    return this.due.isFull(snoozes) || this.due.isFull(ends);
  }

  private locked({ contract }: DueNotice, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await lockContracts(tx, [contract]);
      await work(tx);
    });
  }

  private async remind(tx: Transaction, { id }: DueNotice): Promise<void> {
    const until = await this.due.endSnooze(tx, id);
    const row = until === undefined ? undefined : await this.incidents.find(id, tx);
    if (!row || row.status === 'Resolved' || isSilent(row)) return;
    const text = 'has an incident that was snoozed until now';
    const notice = noticeOf(row, { type: 'contractIncidentReminder', text, to: { owner: true, ...assigneeOf(row) } });
    await recordNotices(tx, [{ ...notice, key: `${id} ${until}` }]);
  }

  /** Says the end of a root to the people of all that follows from it, which ends silently itself. */
  private async end(tx: Transaction, { id }: DueNotice): Promise<void> {
    if (!(await this.due.takeEnd(tx, id))) return;
    const row = await this.incidents.find(id, tx);
    if (!row || isSilent(row) || row.cause !== null) return;
    const series = `incident resolved ${id}`;
    const by = row.resolved_by?.name;
    const own = noticeOf(row, {
      type: 'contractIncidentResolved',
      text: `has no incident any more: ${row.resolution === 'recovered' ? 'it passes again' : `it is resolved (${row.resolution})`}`,
      to: { owner: true, consumer: true, follower: true, ...assigneeOf(row) },
      series,
    });
    const below = (await this.due.followers(tx, id)).map(({ id: incident, contract }): NewNotice => ({
      contract,
      type: 'contractIncidentResolved',
      key: id,
      text: 'has an incident whose cause upstream is resolved',
      to: { owner: true, consumer: true },
      body: { incident },
      series,
    }));
    await recordNotices(
      tx,
      [own, ...below].map((one) => ({ ...one, ...(by !== undefined && { by }) })),
    );
  }
}

function noticeOf(row: IncidentRow, notice: Omit<NewNotice, 'contract' | 'key' | 'body'>): NewNotice {
  return { ...notice, contract: row.node, key: row.id, body: { incident: row.id } };
}

const isSilent = ({ muted_until: muted, snoozed_until: snoozed }: IncidentRow): boolean =>
  muted !== null || snoozed !== null;

function openedText({ first_result: first, severity }: IncidentRow): string {
  const named = `has an incident${severity ? ` (${severity})` : ''}`;
  const message = first?.message?.slice(0, MOST_TEXT).replace(/\.$/, '');
  return message ? `${named}: ${message}` : named;
}

const assigneeOf = ({ assignee }: IncidentRow): { assignee?: readonly string[] } =>
  assignee ? { assignee: [assignee.id] } : {};
