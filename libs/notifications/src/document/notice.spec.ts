import type { ChangeEvent } from '@app/events';
import { mailOf, slackBody, teamsBody, webhookBody } from '../sending/message-bodies';
import type { Notice } from './notice';

const eventOf = (status: string | undefined, previousStatus?: string, isLatest = true): ChangeEvent => ({
  id: 1,
  eventType: 'resultCreated',
  entityType: 'dataContract',
  entityId: 'c',
  entityFullyQualifiedName: 'shop.orders.c',
  currentVersion: 0.1,
  userName: 'ann',
  timestamp: 1,
  result: { id: 'r', timestamp: 1, isLatest, ...(status && { status }), ...(previousStatus && { previousStatus }) },
});

describe('a message', () => {
  const notice = (fullyQualifiedName: string, more: Partial<Notice> = {}): Notice => ({
    type: 'contractFailed',
    timestamp: 1_700_000_000_000,
    entity: { id: 'c', type: 'dataContract', fullyQualifiedName },
    link: 'https://catalog.example.org/contract?fqn=c',
    event: eventOf('Failed'),
    ...more,
  });

  it('holds one notice as it is, several as a digest', () => {
    const one = notice('a');
    expect(webhookBody([one])).toEqual({ type: 'contractFailed', timestamp: '2023-11-14T22:13:20.000Z', data: one });
    expect(webhookBody([one, one])).toMatchObject({ type: 'digest', data: { notices: [one, one] } });
  });

  it('escapes names for whoever shows them', () => {
    const [wild] = [notice('<!channel> & [x](y) *b*')];
    expect(JSON.stringify(slackBody([wild!]))).toContain(
      'Contract &lt;!channel&gt; &amp; [x](y) *b* started to fail (Failed)',
    );
    expect(JSON.stringify(teamsBody([wild!]))).toContain(String.raw`\\[x\\]\\(y\\) \\*b\\*`);
    expect(mailOf([notice('a\nBcc: b')]).subject).toBe('Contract a Bcc: b started to fail (Failed)');
  });

  it('says of a digest how many there are, and shows the first twenty', () => {
    const { subject, text } = mailOf(Array.from({ length: 25 }, (_, i) => notice(`c${i}`)));
    expect(subject).toBe('25 notifications');
    expect(text.match(/started to fail/g)).toHaveLength(20);
    expect(text).toContain('and 5 more');
  });

  it('says what the notice of a contract says', () => {
    const ending = notice('a', { type: 'contractEnding', notice: { id: 'n', text: 'ends soon', daysLeft: 7 } });
    expect(mailOf([ending]).subject).toBe('Contract a ends soon');
    const failed = notice('a', { notice: { id: 'n', text: 'fails since today' } });
    expect(mailOf([failed]).subject).toBe('Contract a fails since today');
  });

  it('says when an SLA will be missed, and for how long there was no result', () => {
    const at = 1_700_000_000_000;
    const risk = notice('a', { type: 'contractSlaAtRisk', sla: { target: 'refreshFrequency', dueAt: at } });
    const stale = notice('a', { type: 'contractNotValidated', notValidated: { days: 7 } });
    const since = notice('a', { type: 'contractNotValidated', notValidated: { days: 7, lastResultAt: at } });
    expect([risk, stale, since].map((one) => mailOf([one]).subject)).toEqual([
      'Contract a will miss its SLA: a refresh is due at 2023-11-14 22:13 UTC',
      'Contract a has not been validated for 7 days',
      'Contract a has not been validated since 2023-11-14 22:13 UTC',
    ]);
  });
});
