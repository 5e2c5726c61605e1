import { utcMinute } from '@app/common';
import type { Notice } from '../document/notice';

/** Lines of one message to people; the rest is counted. */
const MOST_LINES = 20;

/** Words of changes, and of verdicts; notices of contracts bring their own. */
const CHANGES: Readonly<Partial<Record<Notice['type'], string>>> = {
  contractFailed: 'started to fail',
  contractRecovered: 'recovered',
  entityCreated: 'was created',
  entityUpdated: 'was changed',
  entitySoftDeleted: 'was deleted',
  entityRestored: 'was restored',
  entityDeleted: 'was deleted for good',
  resultCreated: 'has a new result',
  resultUpdated: 'has a changed result',
  resultDeleted: 'lost a result',
  test: 'is a test of this subscription',
};

const TARGETS: Readonly<Record<string, string>> = { refreshFrequency: 'a refresh', availabilityTime: "the day's data" };

/** The event of an entity, as the rest of a sentence. */
function deed({ type, event, sla, notValidated, notice }: Notice): string {
  if (notice) return notice.text;
  if (type === 'contractSlaAtRisk')
    return `will miss its SLA: ${TARGETS[sla?.target ?? ''] ?? 'something'} is due at ${utcMinute(sla?.dueAt ?? 0)}`;
  if (notValidated?.since !== undefined) {
    const why = notValidated.reason === undefined ? '' : ` (${notValidated.reason})`;
    return `is not judged since ${utcMinute(notValidated.since)}: ${notValidated.aborted} runs were aborted${why}`;
  }
  if (type === 'contractNotValidated')
    return notValidated?.lastResultAt === undefined
      ? `has not been validated for ${notValidated?.days} days`
      : `has not been validated since ${utcMinute(notValidated.lastResultAt)}`;
  const status = event?.result?.status;
  const words = CHANGES[type] ?? type;
  return status ? `${words} (${status})` : words;
}

/** One sentence. */
export function sentenceOf(notice: Notice): string {
  const { type, fullyQualifiedName } = notice.entity;
  return `${type === 'dataContract' ? 'Contract' : type} ${fullyQualifiedName} ${deed(notice)}`;
}

/** The head of a message: the sentence of a single notice, or how many there are. */
export function headOf(notices: readonly Notice[]): string {
  return notices.length === 1 ? sentenceOf(notices[0]!) : `${notices.length} notifications`;
}

/** Sentences with their links, the first 20. @param show one of them, escaped for where it is shown */
export function linesOf(notices: readonly Notice[], show: (sentence: string, link?: string) => string): string[] {
  const lines = notices.slice(0, MOST_LINES).map((notice) => show(sentenceOf(notice), notice.link));
  return notices.length > MOST_LINES ? [...lines, `and ${notices.length - MOST_LINES} more`] : lines;
}
