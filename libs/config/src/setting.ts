/** How the text of a variable becomes a value; `parse` answers undefined for what is not allowed. */
export interface ValueType<T> {
  /** The allowed values, as a noun phrase: "a whole number from 1 to 65535". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

/** One variable of the environment. */
export interface Setting<T> {
  /** Name of the variable. */
  readonly name: string;
  readonly meaning: string;
  readonly unit?: string;
  readonly example: string;
  /** The default, written as in the environment; absent = unset. */
  readonly fallback?: string;
  /** Never printed, and may be given as the content of the file that NAME_FILE names. */
  readonly secret?: true;
  readonly type: ValueType<T>;
}

/** Settings by the name of the field that each becomes. */
export type SettingList = Readonly<Record<string, Setting<unknown>>>;
