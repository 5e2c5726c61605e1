import { AppError } from '@app/common';
import type { AccessRule, Actor, Operation } from '@app/common';
import { conditionHolds, parseCondition } from './condition';
import type { AccessObject, ObjectPredicate } from './condition';
import { covers, isForAdministrators, ownerMay } from './coverage';

/** How an operation stands: for no object, for some (an owner's, a condition's), or for every one. */
export type AccessScope = 'none' | 'some' | 'all';

const NO_OBJECT: AccessObject = { ownerIds: [] };

/**
 * Who may do what. An administrator passes; then a rule that denies wins over all that allow, and over ownership;
 * what nothing allows is refused. `resource` is an entity type, or a word such as `search` or `lineage`.
 */
export class AccessControl {
  /** 403 where no object of that kind could be granted: asked before the request's body is looked at. */
  requireAnyObject(actor: Actor, operation: Operation, resource: string): void {
    if (this.scope(actor, operation, resource) === 'none') throw forbidden(actor, [operation], resource);
  }

  /** 403 that lists every operation which lacks on that object. Without one, only rules for all objects count. */
  require(actor: Actor, operations: readonly Operation[], resource: string, object?: AccessObject): void {
    const lacking = operations.filter((operation) => !this.allows(actor, operation, resource, object));
    if (lacking.length) throw forbidden(actor, [...new Set(lacking)], resource);
  }

  allows(actor: Actor, operation: Operation, resource: string, object: AccessObject = NO_OBJECT): boolean {
    if (actor.isAdmin) return true;
    if (isForAdministrators(operation, resource)) return isOwnDescription(actor, operation, resource, object);
    const rules = rulesFor(actor, operation, resource).filter((rule) => holds(rule, actor, object));
    if (rules.some(({ effect }) => effect === 'deny')) return false;
    return rules.length > 0 || (ownerMay(operation, resource) && isOwner(actor, object));
  }

  /** For lists: whether all objects are granted, none, or those that `allows` says one by one. */
  scope(actor: Actor, operation: Operation, resource: string): AccessScope {
    if (actor.isAdmin) return 'all';
    if (isForAdministrators(operation, resource)) {
      return resource === 'user' && operation === 'EditDescription' ? 'some' : 'none';
    }
    const rules = rulesFor(actor, operation, resource);
    const denials = rules.filter(({ effect }) => effect === 'deny');
    const allowances = rules.filter(({ effect }) => effect === 'allow');
    if (denials.some(isUnconditional)) return 'none';
    if (allowances.some(isUnconditional)) return denials.length ? 'some' : 'all';
    return allowances.length || ownerMay(operation, resource) ? 'some' : 'none';
  }

  /**
   * Which objects of a kind an operation is granted on, for a question that finds many: the predicate says for each object what
   * `allows` says. Its scope is that of `scope`: all is `{is: 'always'}`, none `{is: 'never'}`.
   */
  grantable(actor: Actor, operation: Operation, resource: string): ObjectPredicate {
    const scope = this.scope(actor, operation, resource);
    if (scope !== 'some') return { is: scope === 'all' ? 'always' : 'never' };
    const rules = rulesFor(actor, operation, resource);
    const conditions = (effect: AccessRule['effect']): ObjectPredicate[] =>
      rules.filter((rule) => rule.effect === effect).map(predicateOf);
    const owned: ObjectPredicate[] = ownerMay(operation, resource) ? [{ is: 'owner' }] : [];
    return { all: [{ any: [...conditions('allow'), ...owned] }, { not: { any: conditions('deny') } }] };
  }

  /** Which objects of a kind the actor may view. */
  viewable(actor: Actor, resource: string): ObjectPredicate {
    return this.grantable(actor, 'ViewBasic', resource);
  }
}

/** A condition that cannot be decided grants nothing and denies. */
function predicateOf({ condition, effect }: AccessRule): ObjectPredicate {
  if (condition === undefined) return { is: 'always' };
  return parseCondition(condition) ?? { is: effect === 'deny' ? 'always' : 'never' };
}

function rulesFor(actor: Actor, operation: Operation, resource: string): AccessRule[] {
  return actor.rules.filter(
    ({ operations, resources }) =>
      operations.some((named) => covers(named, operation)) &&
      resources.some((named) => named === resource || named === 'All' || named === 'all'),
  );
}

function isUnconditional({ condition }: AccessRule): boolean {
  return condition === undefined;
}

function holds({ condition, effect }: AccessRule, actor: Actor, object: AccessObject): boolean {
  if (condition === undefined) return true;
  return conditionHolds(condition, actor, object) ?? effect === 'deny';
}

function isOwner(actor: Actor, { ownerIds }: AccessObject): boolean {
  return ownerIds.some((id) => actor.ownerIds.has(id));
}

/** Everybody writes the description of themselves (and what counts as one: displayName, image). */
function isOwnDescription(actor: Actor, operation: Operation, resource: string, { id }: AccessObject): boolean {
  return resource === 'user' && operation === 'EditDescription' && id === actor.id;
}

function forbidden(actor: Actor, operations: readonly Operation[], resource: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `Principal ${actor.name} is not allowed: operations [${operations.join(', ')}] on ${resource}`,
  );
}
