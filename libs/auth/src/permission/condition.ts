import type { Actor } from '@app/common';

/** What is known of an object when a permission is asked for. */
export interface AccessObject {
  readonly id?: string;
  /** Ids of its owners; those of the asset, for a contract without owners. */
  readonly ownerIds: readonly string[];
}

type Facts = Readonly<Record<string, boolean>>;

/** `isOwner()`, `noOwner()`, the signs `! && || ( )` and their words. */
const TOKENS = /\s*(isOwner\(\)|noOwner\(\)|&&|\|\||!|\(|\)|and\b|or\b|not\b)/gy;
const SIGNS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };
/** Conditions in use have a few words. */
const MAX_LENGTH = 1_000;

/**
 * Whether a rule's condition holds for an object. undefined: it cannot be decided (another function, an error in it), and
 * the rule then does what is safe: an allowance is not granted, a denial denies.
 */
export function conditionHolds(condition: string, actor: Actor, object: AccessObject): boolean | undefined {
  const tokens = tokenize(condition);
  if (!tokens) return undefined;
  const facts = {
    'isOwner()': object.ownerIds.some((id) => actor.ownerIds.has(id)),
    'noOwner()': object.ownerIds.length === 0,
  };
  const reader = new ConditionReader(tokens, facts);
  return reader.read();
}

function tokenize(condition: string): string[] | undefined {
  if (condition.length > MAX_LENGTH) return undefined;
  const text = condition.trim();
  const tokens: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    tokens.push(SIGNS[match[1] as string] ?? (match[1] as string));
    end = match.index + match[0].length;
  }
  return end === text.length ? tokens : undefined;
}

/** Recursive descent: or-list of and-lists of terms. */
class ConditionReader {
  private place = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly facts: Facts,
  ) {}

  read(): boolean | undefined {
    const value = this.or();
    return this.place === this.tokens.length ? value : undefined;
  }

  private or(): boolean | undefined {
    let value = this.and();
    while (this.take('||')) value = decided(value, this.and(), (a, b) => a || b);
    return value;
  }

  private and(): boolean | undefined {
    let value = this.term();
    while (this.take('&&')) value = decided(value, this.term(), (a, b) => a && b);
    return value;
  }

  private term(): boolean | undefined {
    if (this.take('!')) {
      const value = this.term();
      return value === undefined ? undefined : !value;
    }
    if (this.take('(')) {
      const value = this.or();
      return this.take(')') ? value : undefined;
    }
    return this.facts[this.tokens[this.place++] ?? ''];
  }

  private take(sign: string): boolean {
    if (this.tokens[this.place] !== sign) return false;
    this.place++;
    return true;
  }
}

function decided(
  a: boolean | undefined,
  b: boolean | undefined,
  join: (a: boolean, b: boolean) => boolean,
): boolean | undefined {
  return a === undefined || b === undefined ? undefined : join(a, b);
}
