import { isObject } from '@app/common';
import { customProperty, type Json, textOf } from '../../document/json';
import type { MappingNotes } from './report';

/** description and termsOfUse from purpose, usage and limitations. */
export function readDescription(document: Json, { report, places }: MappingNotes): Json {
  const { description } = document;
  if (!isObject(description)) return {};
  const [purpose, usage, limitations] = [description.purpose, description.usage, description.limitations].map(textOf);
  const said = Object.entries({ purpose, usage, limitations }).filter(([, text]) => text !== undefined);
  report.mapped(...said.map(([key]) => `description.${key}`));
  places.set('termsOfUse', usage === undefined ? 'description.limitations' : 'description.usage');
  const isPlain = String(customProperty(document, USAGE_HEADING)) === NO_HEADING && limitations === undefined;
  const termsOfUse = isPlain ? usage : termsFrom({ usage, limitations });
  return {
    ...(purpose === undefined ? {} : { description: purpose }),
    ...(termsOfUse === undefined ? {} : { termsOfUse }),
  };
}

/** Words of the standard and what they are with us. */
const STATUS: Readonly<Record<string, string>> = {
  active: 'Active',
  proposed: 'Draft',
  draft: 'Draft',
  'in development': 'Draft',
  deprecated: 'Deprecated',
  retired: 'Deprecated',
};

const WORD: Readonly<Record<string, string>> = {
  Active: 'active',
  Approved: 'active',
  Deprecated: 'deprecated',
  'In Review': 'proposed',
};

/** entityStatus of a status; undefined for a word that the standard does not know, which counts as Draft. */
export function statusFrom(word: unknown): string | undefined {
  const spelled = typeof word === 'string' ? word.trim().toLowerCase() : '';
  return Object.hasOwn(STATUS, spelled) ? STATUS[spelled] : undefined;
}

/** The word of the standard that is nearest to an entityStatus. */
export function statusWord(entityStatus: unknown): string {
  const status = String(entityStatus);
  return (Object.hasOwn(WORD, status) ? WORD[status] : undefined) ?? 'draft';
}

/** The two texts of the standard that make up our terms of use. */
export interface Terms {
  readonly usage?: string;
  readonly limitations?: string;
}

const HEADINGS = { usage: '## Usage', limitations: '## Limitations' } as const;
const SPLIT = /^## Usage\n\n([\s\S]*?)(?:\n\n## Limitations\n\n([\s\S]*))?$/;
const LIMITATIONS = /^## Limitations\n\n([\s\S]*)$/;

/** Custom property of a document: NO_HEADING where its usage is all of the terms of use, which get no heading when it is imported. */
export const USAGE_HEADING = 'usageHeading';

/** A text, though the standard allows any value: some readers take custom properties with texts alone. Documents of before have the boolean. */
export const NO_HEADING = 'false';

/** Usage and limitations as one Markdown text, each under its heading; undefined where there is neither. */
export function termsFrom({ usage, limitations }: Terms): string | undefined {
  const parts = [
    ...(usage === undefined ? [] : [`${HEADINGS.usage}\n\n${usage}`]),
    ...(limitations === undefined ? [] : [`${HEADINGS.limitations}\n\n${limitations}`]),
  ];
  return parts.length ? parts.join('\n\n') : undefined;
}

/** The two texts again; a text without our headings is all usage. */
export function termsTo(text: string | undefined): Terms {
  if (text === undefined) return {};
  const [, alone] = LIMITATIONS.exec(text) ?? [];
  if (alone !== undefined) return { limitations: alone };
  const [, usage, limitations] = SPLIT.exec(text) ?? [];
  if (usage === undefined) return { usage: text };
  return limitations === undefined ? { usage } : { usage, limitations };
}

/** Whether the text has no headings of ours. */
export function isPlainTerms(text: string | undefined): boolean {
  return text !== undefined && termsTo(text).usage === text;
}
