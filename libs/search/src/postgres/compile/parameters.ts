export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The values of a statement in the making. Nothing of a query gets into its text: it stands as `$1`, `$2` … there. */
export class Parameters {
  private readonly values: unknown[] = [];
  private readonly places = new Map<string, string>();

  /** The placeholder of a value, with its type; the same one for the same value. */
  add(value: unknown, type: string): string {
    const key = `${type} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    const known = this.places.get(key);
    if (known) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    this.places.set(key, placeholder);
    return placeholder;
  }

  /** The statement with the values that it mentions: PostgreSQL knows no type for others. */
  statement(text: string): Statement {
    const used = new Map<string, string>();
    const values: unknown[] = [];
    const renumbered = text.replace(/\$(\d+)(?=::)/g, (placeholder, number: string) => {
      if (!used.has(placeholder)) used.set(placeholder, `$${values.push(this.values[Number(number) - 1])}`);
      return used.get(placeholder) as string;
    });
    return { text: renumbered, values };
  }
}
