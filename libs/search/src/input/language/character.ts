/** The blanks of the language: no others separate clauses. */
export const isBlank = (unit: string | undefined): boolean => unit !== undefined && BLANKS.includes(unit);
const BLANKS = ' \t\n\r\u3000';

/** What a word does not hold unless it is escaped; `+`, `-` and `/` do not begin one, but may stand in it. */
const SPECIAL = `${BLANKS}!():^[]"{}~*?\\`;

export const isWordUnit = (unit: string | undefined): boolean => unit !== undefined && !SPECIAL.includes(unit);

/** What has to be escaped in a word, wherever it stands. */
export const isEscaped = (unit: string): boolean => SPECIAL.includes(unit) || '+-/&|<>'.includes(unit);
