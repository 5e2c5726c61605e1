import type { Actor } from '@app/common';

/** The facts about an object when a permission is asked for. */
export interface AccessObject {
  readonly id?: string;
  /** Ids of its owners; those of the asset, for a contract without owners. */
  readonly ownerIds: readonly string[];
}

/** A rule's condition as a tree: for one object it is evaluated, for many it is made part of the question that finds them. */
export type ObjectPredicate =
  | { readonly is: ObjectFact }
  | { readonly not: ObjectPredicate }
  | { readonly all: readonly ObjectPredicate[] }
  | { readonly any: readonly ObjectPredicate[] };

/** owner: the actor owns it, itself or by a team; unowned: it has no owner. */
export type ObjectFact = 'always' | 'never' | 'owner' | 'unowned';

const FACTS: Readonly<Record<string, ObjectFact>> = { 'isOwner()': 'owner', 'noOwner()': 'unowned' };

/** `isOwner()`, `noOwner()`, the operators `! && || ( )` and their word forms. */
const TOKENS = /\s*(isOwner\(\)|noOwner\(\)|&&|\|\||!|\(|\)|and\b|or\b|not\b)/gy;
const SIGNS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };
/** Conditions in use have a few words. */
const MAX_LENGTH = 1_000;

/**
 * Whether a rule's condition is true for an object. undefined: it cannot be decided (another function, an error in it), and
 * the rule then does what is safe: an allowance is not granted, a denial denies.
 */
export function conditionHolds(condition: string, actor: Actor, object: AccessObject): boolean | undefined {
  const predicate = parseCondition(condition);
  return predicate && predicateHolds(predicate, actor, object);
}

/** undefined: it cannot be decided. */
export function parseCondition(condition: string): ObjectPredicate | undefined {
  const tokens = tokenize(condition);
  return tokens && new ConditionReader(tokens).read();
}

export function predicateHolds(predicate: ObjectPredicate, actor: Actor, object: AccessObject): boolean {
  if ('not' in predicate) return !predicateHolds(predicate.not, actor, object);
  if ('all' in predicate) return predicate.all.every((one) => predicateHolds(one, actor, object));
  if ('any' in predicate) return predicate.any.some((one) => predicateHolds(one, actor, object));
  if (predicate.is === 'owner') return object.ownerIds.some((id) => actor.ownerIds.has(id));
  return predicate.is === 'unowned' ? object.ownerIds.length === 0 : predicate.is === 'always';
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
  private position = 0;

  constructor(private readonly tokens: readonly string[]) {}

  read(): ObjectPredicate | undefined {
    const predicate = this.or();
    return this.position === this.tokens.length ? predicate : undefined;
  }

  private or(): ObjectPredicate | undefined {
    const found = this.listed('||', () => this.and());
    return found && { any: found };
  }

  private and(): ObjectPredicate | undefined {
    const found = this.listed('&&', () => this.term());
    return found && { all: found };
  }

  private listed(sign: string, item: () => ObjectPredicate | undefined): ObjectPredicate[] | undefined {
    const items: ObjectPredicate[] = [];
    do {
      const next = item();
      if (!next) return undefined;
      items.push(next);
    } while (this.take(sign));
    return items;
  }

  private term(): ObjectPredicate | undefined {
    if (this.take('!')) {
      const negated = this.term();
      return negated && { not: negated };
    }
    if (this.take('(')) {
      const inner = this.or();
      return this.take(')') ? inner : undefined;
    }
    const is = FACTS[this.tokens[this.position++] ?? ''];
    return is && { is };
  }

  private take(sign: string): boolean {
    if (this.tokens[this.position] !== sign) return false;
    this.position++;
    return true;
  }
}
