import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { faultAt } from '../draft/draft-reading';
import type { FormState } from '../draft/draft-text';
import { logicText, objectIn, renameRule, writeLogic, type DraftRule } from './draft-rules';

interface LogicProps {
  readonly state: FormState;
  readonly rule: DraftRule;
}

/** A rule that no sentence says: its name, and its condition as JSON. */
export function LogicFields({ state: { edit, faults }, rule: { at, name, description, logic } }: LogicProps) {
  // As it is typed: written anew from the document, the text would move below the cursor.
  const [typed, setTyped] = useState('');
  const text = isSame(typed, logic) ? typed : logicText(logic);
  const path = `semantics[${at}]`;
  return (
    <>
      <TextInput
        label="Name of the rule"
        description={description || undefined}
        value={name}
        required
        error={faultAt(faults, `${path}.name`)}
        onChange={({ currentTarget }) => edit(renameRule(at, currentTarget.value))}
      />
      <Textarea
        label="Condition"
        description="JSON-logic; without it the name is a text for people"
        placeholder='{ "!!": { "var": "owners" } }'
        classNames={{ input: 'mono' }}
        autosize
        minRows={2}
        value={text}
        error={faultAt(faults, `${path}.rule`)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          edit(writeLogic(at, value));
        }}
      />
    </>
  );
}

const isSame = (typed: string, logic: unknown): boolean =>
  typeof logic === 'object' ? JSON.stringify(objectIn(typed)) === JSON.stringify(logic) : typed === (logic ?? '');
