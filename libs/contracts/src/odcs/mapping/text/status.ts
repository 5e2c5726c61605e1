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
