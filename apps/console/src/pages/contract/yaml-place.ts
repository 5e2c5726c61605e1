/** A member of some kind of object. */
export interface Member {
  readonly values?: readonly string[];
  readonly about?: string;
  /** The kind of object that it contains, or that its items are. */
  readonly kind?: string;
}

export type Members = Readonly<Record<string, Member>>;

/** The members of each kind of object; `''` is the document. */
export type ContractMembers = Readonly<Record<string, Members>>;

/** A line that names a member: the column where the name begins, behind the dashes of a list, and the name. */
function memberIn(line: string): { readonly column: number; readonly name: string } | undefined {
  const [, lead, name] = /^(\s*(?:- +)*)["']?([\w.]+)["']?\s*:/.exec(line) ?? [];
  return lead === undefined || name === undefined ? undefined : { column: lead.length, name };
}

/**
 * The members that an object has whose names begin in that column, below these lines. Read by indentation alone, since a document that is
 * being written cannot be parsed.
 *
 * @param column 0 for the document itself
 */
export function kindAt(kinds: ContractMembers, above: readonly string[], column: number): Members | undefined {
  const names: string[] = [];
  let edge = column;
  for (let at = above.length - 1; at >= 0 && edge > 0; at -= 1) {
    const member = memberIn(above[at] ?? '');
    if (!member || member.column >= edge) continue;
    names.unshift(member.name);
    edge = member.column;
  }
  if (edge > 0) return undefined;
  return names.reduce<Members | undefined>((members, name) => kinds[members?.[name]?.kind ?? 'none'], kinds['']);
}
