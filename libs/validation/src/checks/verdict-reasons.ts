import type { QualityVerdict, SchemaVerdict, SemanticsVerdict, SlaVerdict } from './types';

/** Maximum number of reasons per dimension; the rest is counted. */
export const MOST_REASONS = 20;
/** Maximum total length of the reasons of one dimension, in characters; reasons beyond it are counted. */
export const REASONS_LENGTH = 2_000;
/** Maximum length of one reason, in characters: rule messages and deep column paths can be long. */
const REASON_LENGTH = 400;

interface Dimensions {
  readonly schema?: SchemaVerdict;
  readonly semantics?: SemanticsVerdict;
  readonly quality?: QualityVerdict;
  readonly sla?: SlaVerdict;
}

/** One sentence per failure with its cause, in the order of the dimensions; long lists are truncated with a count. */
export function verdictReasons({ schema, semantics, quality, sla }: Dimensions): string[] {
  return [
    ...told('column', schema?.details, ({ field, message }) => `Column ${field} ${message}`),
    ...told('rule', semantics?.failedRules, ({ ruleName, reason }) => `Rule ${ruleName}: ${reason}`),
    ...told('test', quality?.details, ({ field, message }) => `Test ${field}: ${message}`),
    ...told('target', sla?.notes, (note) => `SLA ${note}`),
  ];
}

function told<Item>(noun: string, items: readonly Item[] = [], say: (item: Item) => string): string[] {
  const sentences: string[] = [];
  let length = 0;
  for (const item of items.slice(0, MOST_REASONS)) {
    const sentence = asSentence(say(item));
    length += sentence.length;
    if (length > REASONS_LENGTH) break;
    sentences.push(sentence);
  }
  const left = items.length - sentences.length;
  return left > 0 ? [...sentences, `${left} more ${noun}${left === 1 ? '' : 's'} failed.`] : sentences;
}

/** On a single line, of limited length, ending with one full stop. */
function asSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  const short = characters.length > REASON_LENGTH ? `${characters.slice(0, REASON_LENGTH - 1).join('')}…` : line;
  return short.endsWith('.') ? short : `${short}.`;
}
