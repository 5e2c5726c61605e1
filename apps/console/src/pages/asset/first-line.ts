const MOST_SIGNS = 160;

/** The beginning of a description in Markdown as plain text of one line. */
export function firstLineOf(markdown = ''): string {
  const [line = ''] = markdown.trim().split(/\n\s*\n/);
  const text = line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#+|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS).trimEnd()} …` : text;
}
