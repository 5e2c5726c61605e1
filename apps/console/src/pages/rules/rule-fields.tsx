import { Button, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { faultAt } from '../draft/draft-reading';
import type { FormState } from '../draft/draft-text';
import { addConditions, addRule, addSentence, removeRule, rulesOf, treeIn, type DraftRule } from './draft-rules';
import { LogicFields } from './logic-fields';
import { RuleBuilder } from './rule-builder';
import { SentenceFields } from './sentence-fields';
import { sentenceText, valuesIn } from './sentence';
import { sentencesFor, type SaidRule } from './sentences';

interface RuleFieldsProps {
  readonly state: FormState;
  readonly columns: readonly string[];
}

const OF_CONDITIONS = 'A rule of conditions';
const IN_JSON = 'Another rule, in JSON';

/** Conditions on the asset, in words where there is a sentence for them; whether they pass is shown beside the form. */
export function RuleFields({ state, columns }: RuleFieldsProps) {
  const { type, members, edit, faults } = state;
  const rules = rulesOf(members);
  const sentences = sentencesFor(type);
  const add = (name: string | null) => {
    const sentence = sentences.find((one) => one.name === name);
    if (sentence) edit(addSentence(rules, sentence));
    else if (name === OF_CONDITIONS) edit(addConditions(rules));
    else if (name === IN_JSON) edit(addRule);
  };
  return (
    <fieldset className="panel stack">
      <legend>Rules</legend>
      {rules.map((rule) => (
        // Each place shows another rule once one is added or removed.
        <Rule key={`${rule.at} of ${rules.length}`} state={state} rule={rule} columns={columns} />
      ))}
      <Select
        label="Add a rule"
        placeholder="Choose a sentence"
        searchable
        data={[
          ...sentences.map((one) => ({ value: one.name, label: sentenceText(one, {}) })),
          { value: OF_CONDITIONS, label: OF_CONDITIONS },
          { value: IN_JSON, label: IN_JSON },
        ]}
        value={null}
        error={faults.some(({ field }) => field === 'semantics') ? faultAt(faults, 'semantics') : undefined}
        onChange={add}
      />
    </fieldset>
  );
}

function Rule({ state, rule, columns }: RuleFieldsProps & { readonly rule: DraftRule }) {
  const { at, isEnabled } = rule;
  const said = useSteady(rule);
  const { tree, obstacle } = treeIn(rule);
  const [chosen, choose] = useState<RuleView>(said ? 'words' : tree ? 'conditions' : 'json');
  // What a view cannot show is there as JSON.
  const view = (chosen === 'words' && !said) || (chosen === 'conditions' && !tree) ? 'json' : chosen;
  return (
    <div className="stack" role="group" aria-label={`Rule ${at + 1}`} style={{ gap: 8 }}>
      <SegmentedControl
        aria-label={`Show rule ${at + 1} as`}
        w="max-content"
        maw="100%"
        size="xs"
        data={VIEWS.map(({ value, label }) => ({
          ...{ value, label },
          disabled: (value === 'words' && !said) || (value === 'conditions' && !tree),
        }))}
        value={view}
        onChange={(next) => choose(next as RuleView)}
      />
      {view === 'words' && said && <SentenceFields state={state} rule={rule} said={said} columns={columns} />}
      {view === 'conditions' && tree && <RuleBuilder state={state} rule={rule} tree={tree} />}
      {view === 'json' && <LogicFields state={state} rule={rule} />}
      {view === 'json' && obstacle !== undefined && rule.logic !== undefined && (
        <p className="dimmed small" style={{ margin: 0 }}>
          It is shown as JSON, not as conditions. {obstacle}
        </p>
      )}
      {!isEnabled && <p className="dimmed small">It is disabled: nobody evaluates it.</p>}
      <Button variant="subtle" w="max-content" onClick={() => state.edit(removeRule(at))}>
        Remove rule {at + 1}
      </Button>
    </div>
  );
}

type RuleView = 'words' | 'conditions' | 'json';

const VIEWS: readonly { readonly value: RuleView; readonly label: string }[] = [
  { value: 'words', label: 'In words' },
  { value: 'conditions', label: 'Conditions' },
  { value: 'json', label: 'JSON' },
];

/** The rule in the words that it was opened in, as long as these say it: the field that one types in stays. */
function useSteady({ said, logic }: DraftRule): SaidRule | undefined {
  const [opened] = useState(said?.sentence);
  if (!opened) return undefined;
  const values = valuesIn(opened, logic);
  return values ? { sentence: opened, values } : said;
}
