import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { type NewNotice, recordNotices } from '@app/notices';
import { Injectable } from '@nestjs/common';
import { IncidentNoticeRepository, type DueNotice } from './incident-notice.repository';
import { IncidentRepository } from './incident.repository';
import type { IncidentRow } from './incident-sql';

/** Characters of what a result says. */
const MOST_TEXT = 300;

/**
 * Notifies people of incidents: of the opening when it is applied, of ends of snoozes and of resolutions by rounds of a worker. Each person
 * is notified of a root and all that follows from it once. Nothing is said while the contract is muted, or the incident snoozed.
 */
@Injectable()
export class IncidentNotices {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly due: IncidentNoticeRepository,
  ) {}

  /** @param incidents with the id of what they follow from @param by name of who opened them by hand */
  async opened(
    tx: Transaction,
    incidents: readonly { readonly id: string; readonly cause?: string }[],
    by?: string,
  ): Promise<void> {
    if (!incidents.length) return;
    const causes = new Map(incidents.map(({ id, cause }) => [id, cause]));
    const rows = await this.incidents.findAll([...causes.keys()], tx);
    // Roots first: who is notified of one is not notified of what follows from it.
    const notices = rows
      .filter((row) => !isSilent(row))
      .sort((one, other) => Number(causes.get(one.id) !== undefined) - Number(causes.get(other.id) !== undefined))
      .map((row) => ({ ...openedNotice(row, causes.get(row.id)), ...(by !== undefined && { by }) }));
    await recordNotices(tx, notices);
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

/** @param cause id of the incident that it follows from */
function openedNotice(row: IncidentRow, cause: string | undefined): NewNotice {
  return noticeOf(row, {
    type: 'contractIncidentOpened',
    text: cause === undefined ? openedText(row) : 'has an incident that follows from one upstream',
    to: { owner: true, consumer: true, ...(cause === undefined && { follower: true as const }), ...assigneeOf(row) },
    series: `incident ${cause ?? row.id}`,
  });
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
