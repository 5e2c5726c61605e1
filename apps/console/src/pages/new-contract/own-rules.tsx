import { Button, Textarea, TextInput } from '@mantine/core';
import { faultsOfRule, withAt, type OwnRule } from './contract-draft';

interface OwnRulesProps {
  readonly rules: readonly OwnRule[];
  readonly change: (rules: readonly OwnRule[]) => void;
}

/** Rules beside the common ones; whether they pass is shown beside the form. */
export function OwnRules({ rules, change }: OwnRulesProps) {
  return (
    <fieldset className="panel stack">
      <legend>Own rules</legend>
      {rules.map((rule, at) => {
        const faults = faultsOfRule(rule);
        const set = (part: Partial<OwnRule>) => change(withAt(rules, at, { ...rule, ...part }));
        return (
          <div key={at} className="stack" role="group" aria-label={`Rule ${at + 1}`} style={{ gap: 8 }}>
            <TextInput
              label="Name of the rule"
              value={rule.name}
              required
              error={faults.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <Textarea
              label="Condition"
              description="JSON-logic; without it the name is a text for people"
              placeholder='{ "!!": { "var": "owners" } }'
              classNames={{ input: 'mono' }}
              autosize
              minRows={2}
              value={rule.text}
              error={faults.text}
              onChange={({ currentTarget }) => set({ text: currentTarget.value })}
            />
            <Button variant="subtle" w="max-content" onClick={() => change(withAt(rules, at))}>
              Remove rule {at + 1}
            </Button>
          </div>
        );
      })}
      <Button variant="default" w="max-content" onClick={() => change([...rules, { name: '', text: '' }])}>
        Add a rule
      </Button>
    </fieldset>
  );
}
