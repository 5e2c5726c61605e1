import type { SemanticsRule } from '../../document/contract-document';
import { type Json, customProperty, textOf } from '../../document/json';
import { type FoundRule, JSON_LOGIC_ENGINE, ruleKind, UniqueNames } from './quality-rules';

/** A semantics rule and the rule of the document that it comes from. */
export interface FoundSemantics extends FoundRule {
  readonly semantics: SemanticsRule;
}

/** The members that a semantics rule may have beside its rule; they travel in custom properties. */
export const SEMANTICS_MEMBERS = ['enabled', 'entityType', 'ignoredEntities'] as const;

/** Text rules, which are not evaluated, and JSON-logic ones written by an export of this service. Names become unique. */
export function semanticsFrom(rules: readonly FoundRule[]): FoundSemantics[] {
  const taken = new UniqueNames();
  return rules.filter(isSemantics).map((found, index) => {
    const { rule } = found;
    const name = taken.take(nameOf(rule, index));
    const members = SEMANTICS_MEMBERS.map((member) => [member, customProperty(rule, member)] as const);
    const said = members.filter(([member, value]) => isMember(member, value));
    const semantics = {
      name,
      ...(typeof rule.description === 'string' ? { description: rule.description } : {}),
      ...(ruleKind(rule) === 'custom' ? { rule: rule.implementation } : {}),
      ...Object.fromEntries(said),
    };
    return { ...found, semantics };
  });
}

function isSemantics({ rule }: FoundRule): boolean {
  const kind = ruleKind(rule);
  return kind === 'text' || (kind === 'custom' && rule.engine === JSON_LOGIC_ENGINE);
}

function isMember(member: string, value: unknown): boolean {
  if (member === 'enabled') return typeof value === 'boolean';
  if (member === 'entityType') return typeof value === 'string';
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

const LONGEST_NAME = 256;
/** A description that stands for a name is cut to what can be read at a glance. */
const LONGEST_FROM_TEXT = 80;

function nameOf({ name, description }: Json, index: number): string {
  const given = textOf(name)?.trim();
  const said = textOf(description)?.trim().split('\n', 1)[0];
  return (
    [...(given ?? '')].slice(0, LONGEST_NAME).join('') ||
    [...(said ?? '')].slice(0, LONGEST_FROM_TEXT).join('') ||
    `rule ${index + 1}`
  );
}
