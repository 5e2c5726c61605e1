/** The two texts of the standard that make up our terms of use. */
export interface Terms {
  readonly usage?: string;
  readonly limitations?: string;
}

const HEADINGS = { usage: '## Usage', limitations: '## Limitations' } as const;
const SPLIT = /^## Usage\n\n([\s\S]*?)(?:\n\n## Limitations\n\n([\s\S]*))?$/;
const LIMITATIONS = /^## Limitations\n\n([\s\S]*)$/;

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
