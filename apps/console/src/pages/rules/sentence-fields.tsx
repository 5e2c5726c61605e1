import { Autocomplete, TextInput } from '@mantine/core';
import { faultAt } from '../draft/draft-reading';
import type { FormState } from '../draft/draft-text';
import { writeValues, type DraftRule } from './draft-rules';
import { sentenceText } from './sentence';
import type { SaidRule } from './sentences';

interface SentenceProps {
  readonly state: FormState;
  readonly rule: DraftRule;
  readonly said: SaidRule;
  readonly columns: readonly string[];
}

/** A rule in words, with a field for each of its values. */
export function SentenceFields({ state: { edit, faults }, rule, said, columns }: SentenceProps) {
  const { sentence, values } = said;
  const path = `semantics[${rule.at}]`;
  const fields = Object.entries(sentence.values);
  return (
    <>
      <p className="fqn" style={{ margin: 0 }}>
        {sentenceText(sentence, values)}
      </p>
      {fields.map(([name, { label, kind, example }]) => {
        const shared = {
          label,
          placeholder: example,
          value: values[name] ?? '',
          error:
            faultAt(faults, `${path}.${name}`) ?? (fields.length === 1 ? faultAt(faults, `${path}.rule`) : undefined),
        };
        const write = (value: string) => edit(writeValues(rule, said, { ...values, [name]: value }));
        return kind === 'column' ? (
          <Autocomplete key={name} {...shared} data={[...columns]} onChange={write} />
        ) : (
          <TextInput
            key={name}
            {...shared}
            inputMode={kind === 'count' ? 'numeric' : 'text'}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
        );
      })}
    </>
  );
}
