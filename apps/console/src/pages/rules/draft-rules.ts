import { freeName } from '../../ui/text/free-name';
import { insert, isRecord, listOf, put, textOf, type Edit, type Members } from '../draft/draft-text';
import { logicOf, treeOf } from './rule-logic';
import type { Group } from './rule-tree';
import { faultOfPart, treeText } from './rule-words';
import { faultsOfValues, ruleOf, sentenceText, type Sentence, type Values } from './sentence';
import { saidBy, type SaidRule } from './sentences';

/** A rule of the draft. */
export interface DraftRule {
  /** Its index in the section `semantics`. */
  readonly at: number;
  readonly name: string;
  readonly description: string;
  readonly isEnabled: boolean;
  /** JSON-logic as it is written; undefined: the name is a text for people, or a rule that the service knows. */
  readonly logic: unknown;
  /** The rule in words; absent where no sentence says it. */
  readonly said?: SaidRule;
}

/** Rules that the form shows: those that are mappings. */
export function rulesOf(members: Members): DraftRule[] {
  return listOf(members.semantics).flatMap((rule, at): DraftRule[] => {
    if (!isRecord(rule)) return [];
    const name = textOf(rule.name);
    const logic = rule.rule ?? undefined;
    const said = saidBy(name, parsed(logic));
    return [
      {
        ...{ at, name, logic, description: textOf(rule.description), isEnabled: rule.enabled !== false },
        ...(said && { said }),
      },
    ];
  });
}

/** Rules may be a text of JSON: the rule that it is, else the text. */
function parsed(logic: unknown): unknown {
  if (typeof logic !== 'string') return logic;
  try {
    return JSON.parse(logic);
  } catch {
    return logic;
  }
}

/** Longest name of a rule. */
const LONGEST = 256;

export const addSentence =
  (rules: readonly DraftRule[], sentence: Sentence): Edit =>
  (document) => {
    const name = freeName(sentence.name, new Set(rules.map((rule) => rule.name)), LONGEST);
    const rule = { name, description: sentenceText(sentence, {}), rule: ruleOf(sentence, {}) };
    insert(document, ['semantics'], rule);
  };

export const addRule: Edit = (document) => insert(document, ['semantics'], { name: '' });

const NO_CONDITIONS: Group = { kind: 'all', parts: [] };

/** Adds a rule of conditions, of which there are none yet. */
export const addConditions =
  (rules: readonly DraftRule[]): Edit =>
  (document) => {
    const name = freeName('conditions', new Set(rules.map((rule) => rule.name)), LONGEST);
    insert(document, ['semantics'], { name, description: treeText(NO_CONDITIONS), rule: logicOf(NO_CONDITIONS) });
  };

/** The rule as conditions, or why it is none. */
export const treeIn = ({ logic, said }: DraftRule) => treeOf(parsed(logic ?? (said && ruleOf(said.sentence, {}))));

export const removeRule =
  (at: number): Edit =>
  (document) =>
    put(document, ['semantics', at], undefined);

/** Writes the values of a sentence; its description follows where it was the sentence itself. */
export const writeValues =
  ({ at, description }: DraftRule, { sentence, values }: SaidRule, next: Values): Edit =>
  (document) => {
    put(document, ['semantics', at, 'rule'], ruleOf(sentence, next));
    if (description === sentenceText(sentence, values))
      put(document, ['semantics', at, 'description'], sentenceText(sentence, next));
  };

/** Writes a rule of conditions; its description follows where it was the rule in words. */
export const writeTree =
  ({ at, description, said }: DraftRule, tree: Group, next: Group): Edit =>
  (document) => {
    put(document, ['semantics', at, 'rule'], logicOf(next));
    if (description === treeText(tree) || (said && description === sentenceText(said.sentence, said.values)))
      put(document, ['semantics', at, 'description'], treeText(next));
  };

/** Writes the name of a rule. */
export const renameRule =
  (at: number, name: string): Edit =>
  (document) =>
    put(document, ['semantics', at, 'name'], name);

/** Writes JSON-logic as it is typed: as a mapping once it is one, until then as the text. */
export const writeLogic =
  (at: number, text: string): Edit =>
  (document) =>
    put(document, ['semantics', at, 'rule'], text.trim() === '' ? undefined : (objectIn(text) ?? text));

/** The JSON-logic of a rule as a text to edit. */
export const logicText = (logic: unknown): string =>
  logic === undefined ? '' : typeof logic === 'string' ? logic : JSON.stringify(logic, null, 2);

/** The mapping that a text of JSON is. */
export function objectIn(text: string): object | undefined {
  const logic = parsed(text);
  return isRecord(logic) ? logic : undefined;
}

/** Why a rule cannot be sent, by its parts: the values of its sentence, else its name and condition. */
export function faultsOfRule(rule: DraftRule): Values {
  const { name, said } = rule;
  if (said) return faultsOfValues(said.sentence, said.values);
  const fault = faultOfLogic(rule);
  return { ...(name.trim() === '' && { name: 'A rule needs a name' }), ...(fault !== undefined && { rule: fault }) };
}

function faultOfLogic(rule: DraftRule): string | undefined {
  if (typeof rule.logic === 'string' && objectIn(rule.logic) === undefined) return 'This is no JSON of an object';
  const { tree } = treeIn(rule);
  return tree && faultOfPart(tree);
}
