/** How a cell begins that spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEUTRALISED = /^'[=+\-@\t\r]/;

/** A cell that no spreadsheet runs: what would be a formula gets a leading apostrophe; all else is left. */
export function neutralised(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/**
 * The cell as it was before `neutralised`. A text that began with an apostrophe and such a sign by itself loses the
 * apostrophe: only raw cells come back whatever they hold.
 */
export function plain(cell: string): string {
  return NEUTRALISED.test(cell) ? cell.slice(1) : cell;
}
