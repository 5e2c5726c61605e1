import type { Notice } from '../document/notice';
import { headOf, linesOf } from './message-text';

/** Slack cuts longer texts of a section. */
const SLACK_LIMIT = 3_000;
const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The body of a webhook, by the convention of Standard Webhooks. */
export function webhookBody(notices: readonly Notice[]): object {
  const [first] = notices;
  const last = Math.max(...notices.map(({ timestamp }) => timestamp));
  const timestamp = new Date(last).toISOString();
  if (first && notices.length === 1) return { type: first.type, timestamp, data: first };
  return { type: 'digest', timestamp, data: { notices } };
}

/** The body for an incoming webhook of Slack. */
export function slackBody(notices: readonly Notice[]): object {
  const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => MARKS[mark]!);
  const lines = linesOf(notices, (sentence, link) =>
    link ? `${escaped(sentence)} <${link}|Open>` : escaped(sentence),
  );
  const text = lines.join('\n').slice(0, SLACK_LIMIT);
  return { text: escaped(headOf(notices)), blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] };
}

/** The body for a webhook of a Teams workflow: an adaptive card. */
export function teamsBody(notices: readonly Notice[]): object {
  // An adaptive card reads a little Markdown; in a name it means nothing.
  const plain = (text: string) => text.replace(/[\\*_[\]()~`>#-]/g, '\\$&');
  const lines = linesOf(notices, (sentence, link) => (link ? `${plain(sentence)} [Open](${link})` : plain(sentence)));
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(plain(headOf(notices)), { weight: 'Bolder' }), ...lines.map((line) => block(line))],
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}

export function mailOf(notices: readonly Notice[]): { subject: string; text: string } {
  const lines = linesOf(notices, (sentence, link) => (link ? `${sentence}\n${link}` : sentence));
  // The value of a header is one line.
  return { subject: headOf(notices).replace(/\s+/g, ' ').slice(0, 200), text: `${lines.join('\n\n')}\n` };
}
