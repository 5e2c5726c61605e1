import { forbidden, hiddenFrom, type AccessRule, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { conditionHolds, parseCondition, type AccessObject, type ObjectPredicate } from './condition';
import { covers, isAbout, isForAdministrators, ownerMay, VIEW_OPERATIONS, WRITE_OPERATIONS } from './coverage';

/** Whether an operation is granted on no object, on some (by ownership or condition), or on all. */
export type AccessScope = 'none' | 'some' | 'all';

/** A question about the rights on an object. */
export interface ObjectRequest {
  /** The name or id that the caller used; repeated in NOT_FOUND. */
  readonly key: string;
  /** One of these is enough; an empty list requires none. */
  readonly oneOf: readonly Operation[];
  /** Which of them a refusal speaks of; default: the first. */
  readonly named?: readonly Operation[];
}

/**
 * `deny`: a rule denies it; `notAllow`: nothing allows it. `conditionalAllow` and `conditionalDeny`: it depends on the object,
 * and is denied or allowed otherwise.
 */
export type Access = 'allow' | 'conditionalAllow' | 'conditionalDeny' | 'deny' | 'notAllow';

export interface Decision {
  readonly access: Access;
  /** administrators: only they may; nothing: no rule speaks of it, or it is for bots alone. */
  readonly by: 'administrator' | 'administrators' | 'oneself' | 'owner' | 'rule' | 'nothing';
  readonly rule?: AccessRule;
}

const ADMINISTRATOR: Decision = { access: 'allow', by: 'administrator' };
const ADMINISTRATORS_ONLY: Decision = { access: 'notAllow', by: 'administrators' };
const OWNER: Decision = { access: 'allow', by: 'owner' };
const NOTHING: Decision = { access: 'notAllow', by: 'nothing' };

const SCOPES: Readonly<Record<Access, AccessScope>> = {
  allow: 'all',
  conditionalAllow: 'some',
  conditionalDeny: 'some',
  deny: 'none',
  notAllow: 'none',
};

const NO_OBJECT: AccessObject = { ownerIds: [] };

/**
 * Decides who may do what. An administrator passes; then a rule that denies wins over all that allow, and over ownership; what nothing
 * allows is refused. `resource` is an entity type, or a word such as `search` or `lineage`.
 */
@Injectable()
export class AccessControl {
  /** 403 where no object of that kind could be granted: asked before the request's body is looked at. */
  requireAnyObject(actor: Actor, operation: Operation, resource: string): void {
    if (this.scope(actor, operation, resource) === 'none') throw forbidden(actor, [operation], resource);
  }

  /** 403 that lists every operation which lacks on that object. Without one, only rules for all objects count. */
  require(actor: Actor, operations: readonly Operation[], resource: string, object?: AccessObject): void {
    const lacking = operations.filter((operation) => !this.allows(actor, operation, resource, object));
    if (lacking.length) throw forbidden(actor, [...new Set(lacking)], resource, object?.id);
  }

  /**
   * The checks of every read and write of one existing object, in order: a hidden object is NOT_FOUND; then it must
   * be viewable; then one of the operations must be granted, even if the request changes nothing.
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  requireObject(actor: Actor, resource: string, object: AccessObject, asked: ObjectRequest): void {
    if (this.hides(actor, resource, object)) throw hiddenFrom(actor, resource, asked.key);
    this.require(actor, ['ViewBasic'], resource, object);
    const { oneOf, named = oneOf.slice(0, 1) } = asked;
    if (oneOf.length && !oneOf.some((operation) => this.allows(actor, operation, resource, object)))
      throw forbidden(actor, named, resource, asked.key);
  }

  /** Whether the actor, who may view other objects of the kind, must not learn that this one is there. */
  private hides(actor: Actor, resource: string, object: AccessObject): boolean {
    return this.scope(actor, 'ViewBasic', resource) === 'some' && !this.allows(actor, 'ViewBasic', resource, object);
  }

  allows(actor: Actor, operation: Operation, resource: string, object: AccessObject = NO_OBJECT): boolean {
    return this.decide(actor, operation, resource, object).access === 'allow';
  }

  /**
   * Whether an operation is granted, and what decided it.
   * @param object without one: on objects of the kind in general, where a condition leaves it open
   */
  decide(actor: Actor, operation: Operation, resource: string, object?: AccessObject): Decision {
    if (actor.isAdmin && operation !== 'ViewSecrets') return ADMINISTRATOR;
    if (isForAdministrators(operation, resource)) return describesItself(actor, operation, resource, object);
    const rules = rulesFor(actor, operation, resource).filter((rule) => !object || holds(rule, actor, object));
    const isDecided = (rule: AccessRule): boolean => object !== undefined || rule.condition === undefined;
    const denials = rules.filter(({ effect }) => effect === 'deny');
    const allowances = rules.filter(({ effect }) => effect === 'allow');
    const denial = denials.find(isDecided);
    if (denial) return { access: 'deny', by: 'rule', rule: denial };
    if (operation === 'ViewSecrets' && !actor.isBot) return NOTHING;
    const allowance = allowances.find(isDecided);
    if (allowance && denials[0]) return { access: 'conditionalDeny', by: 'rule', rule: denials[0] };
    if (allowance) return { access: 'allow', by: 'rule', rule: allowance };
    if (object) return ownerMay(operation, resource) && isOwner(actor, object) ? OWNER : NOTHING;
    if (allowances[0]) return { access: 'conditionalAllow', by: 'rule', rule: allowances[0] };
    return ownerMay(operation, resource) ? { access: 'conditionalAllow', by: 'owner' } : NOTHING;
  }

  /** The actor with all write permissions and unchanged view permissions: for dry runs that are rolled back. */
  asWriter(actor: Actor): Actor {
    if (actor.isAdmin) return actor;
    const views = actor.rules.map((rule) => ({
      ...rule,
      operations: VIEW_OPERATIONS.filter((view) => rule.operations.some((named) => covers(named, view))),
    }));
    const all: AccessRule = { name: 'trial', effect: 'allow', resources: ['All'], operations: WRITE_OPERATIONS };
    return { ...actor, rules: [...views, all], shared: undefined };
  }

  /** For lists: whether all objects are granted, none, or those that `allows` says one by one. */
  scope(actor: Actor, operation: Operation, resource: string): AccessScope {
    return SCOPES[this.decide(actor, operation, resource).access];
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
    (rule) =>
      rule.operations.some((named) => covers(named, operation) || (named === 'All' && rule.effect === 'deny')) &&
      rule.resources.some((named) => isAbout(rule, named, resource)),
  );
}

function holds({ condition, effect }: AccessRule, actor: Actor, object: AccessObject): boolean {
  if (condition === undefined) return true;
  return conditionHolds(condition, actor, object) ?? effect === 'deny';
}

function isOwner(actor: Actor, { ownerIds }: AccessObject): boolean {
  return ownerIds.some((id) => actor.ownerIds.has(id));
}

/** Users may edit their own description (also displayName and image). */
function describesItself(actor: Actor, operation: Operation, resource: string, object?: AccessObject): Decision {
  if (resource !== 'user' || operation !== 'EditDescription') return ADMINISTRATORS_ONLY;
  if (!object) return { access: 'conditionalAllow', by: 'oneself' };
  return object.id === actor.id ? { access: 'allow', by: 'oneself' } : ADMINISTRATORS_ONLY;
}
