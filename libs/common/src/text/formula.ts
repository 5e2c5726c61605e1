/** First characters of cells that spreadsheets interpret as formulas: the full-width ones too, which some take for the others. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;
const NEUTRALISED = /^'[=+\-@＝＋－＠\t\r]/;

/** Prevents formula injection: a cell that would be a formula gets a leading apostrophe; other cells are unchanged. */
export function neutralised(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/**
 * The inverse of `neutralised`. A text that originally began with an apostrophe and a formula character loses the
 * apostrophe: only raw cells round-trip exactly.
 */
export function plain(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell;
}
