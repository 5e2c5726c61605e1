import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { faultAt } from '../draft/draft-reading';
import type { FormState } from '../draft/draft-text';
import { renameRule, writeTree, type DraftRule } from './draft-rules';
import { GroupFields } from './group-fields';
import { RuleVerdict } from './rule-verdict';
import { isTooDeep, MOST_LEVELS, type Group } from './rule-tree';
import { treeText } from './rule-words';

interface BuilderProps {
  readonly state: FormState;
  readonly rule: DraftRule;
  readonly tree: Group;
}

/** A rule of groups and conditions, with its sentence in words and whether the asset meets it. */
export function RuleBuilder({ state, rule, tree }: BuilderProps) {
  const { edit, faults, type } = state;
  const { at, name } = rule;
  const [isRefused, setRefused] = useState(false);
  const change = (next: Group) => {
    setRefused(isTooDeep(next));
    if (!isTooDeep(next)) edit(writeTree(rule, tree, next));
  };
  return (
    <>
      <TextInput
        label="Name of the rule"
        value={name}
        required
        error={faultAt(faults, `semantics[${at}].name`)}
        onChange={({ currentTarget }) => edit(renameRule(at, currentTarget.value))}
      />
      <p className="fqn" style={{ margin: 0 }} role="status" aria-label="The rule in words">
        <bdi>{treeText(tree)}</bdi>
      </p>
      <GroupFields type={type} group={tree} place="" change={change} />
      {isRefused && (
        <p className="small" role="alert" style={{ margin: 0 }}>
          A rule has at most {MOST_LEVELS} levels: this would be one too many.
        </p>
      )}
      <RuleVerdict state={state} rule={rule} />
    </>
  );
}
