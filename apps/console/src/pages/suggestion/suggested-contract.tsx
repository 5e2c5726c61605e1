import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import type { Asset } from '../../api/assets';
import { createContract } from '../../api/contract-yaml';
import { storeTestCase, suggestionQuery, type SuggestedLine, type Suggestion } from '../../api/governance/suggestions';
import { BusyButton } from '../../ui/buttons/busy-button';
import { counted } from '../../ui/changes/value-words';
import { AskBeforeLeaving } from '../../ui/dialogs/dialog';
import { Loaded, Message } from '../../ui/states';
import { YamlEditor } from '../../ui/yaml-editor';
import { DocumentFaults } from '../new-contract/outlook';
import { SAVING, useCreation } from '../new-contract/use-creation';
import { WhatIfPanel } from '../what-if/what-if-panel';
import { MeasuredNote } from './measured-note';
import { chosenOf, documentOf, isColumnLine, testsOf } from './suggested-draft';
import { SuggestionLines } from './suggestion-lines';

/** A pause in choosing after which the service is asked about the contract. */
const PAUSE_MS = 500;
const STATES = ['Active', 'Draft'] as const;

interface SuggestedProps {
  readonly type: string;
  readonly asset: Asset;
}

/** A contract from what is known of its asset: lines with their evidence, of which one leaves out what should not be promised. */
export function SuggestedContract({ type, asset }: SuggestedProps) {
  const query = useQuery(suggestionQuery(type, asset.fullyQualifiedName));
  return (
    <Loaded query={query} what="Looking at what is known of the asset">
      {(suggestion) =>
        suggestion.lines.length === 0 ? (
          <div className="panel">
            <Message icon="contract" title="Nothing to suggest">
              <p>
                The catalog states nothing of this asset that a contract could promise. Write the contract by the form.
              </p>
            </Message>
          </div>
        ) : (
          <Lines type={type} asset={asset} suggestion={suggestion} />
        )
      }
    </Loaded>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function Lines({ type, asset, suggestion }: SuggestedProps & { readonly suggestion: Suggestion }) {
  const begun = String((suggestion.document as { readonly name?: unknown }).name ?? '');
  const [name, setName] = useState(begun);
  const [status, setStatus] = useState<string>(STATES[0]);
  const [leftOut, leaveOut] = useState(NOTHING);
  const chosen = useMemo(() => chosenOf(suggestion, leftOut), [suggestion, leftOut]);
  const document = useMemo(
    () => documentOf(suggestion, chosen, { name: name.trim(), entityStatus: status }),
    [suggestion, chosen, name, status],
  );
  const tests = testsOf(chosen);
  const yaml = useMemo(() => stringify(document, { lineWidth: 0 }), [document]);
  const [looked] = useDebouncedValue(yaml, PAUSE_MS);
  const obstacle =
    name.trim() === '' ? 'A contract needs a name.' : chosen.length === 0 ? 'Nothing is chosen.' : undefined;
  const create = useCreation(() => created(document, chosen));
  const shared = { chosen: new Set(chosen.map(({ path }) => path)), leftOut, leaveOut };
  const isChanged = name !== begun || leftOut.size > 0;
  return (
    <div className="halves">
      {isChanged && !create.isSuccess && <AskBeforeLeaving what="What you chose" />}
      <form
        className="stack"
        aria-label="What is suggested"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <section className="panel stack">
          <TextInput
            label="Name"
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label="Status"
            w={200}
            allowDeselect={false}
            data={[...STATES]}
            value={status}
            onChange={(next) => setStatus(next ?? STATES[0])}
          />
        </section>
        {type === 'table' && <MeasuredNote table={asset} suggestion={suggestion} />}
        <SuggestionLines legend="Promises" lines={suggestion.lines.filter((line) => !isColumnLine(line))} {...shared} />
        <SuggestionLines legend="Columns" lines={suggestion.lines.filter(isColumnLine)} {...shared} />
        <DocumentFaults error={create.error} />
        <div className="row">
          <BusyButton
            type="submit"
            isBusy={create.isPending}
            disabled={obstacle !== undefined}
            aria-describedby="what-is-created"
          >
            Create the contract
          </BusyButton>
          <span id="what-is-created" className="dimmed small">
            {obstacle ?? (tests.length > 0 ? `With ${counted(tests.length, 'new test case')}.` : undefined)}
          </span>
        </div>
      </form>
      <div className="stack">
        <WhatIfPanel
          yaml={obstacle === undefined && !create.isSaving ? looked : undefined}
          obstacle={obstacle ?? SAVING}
        />
        <YamlEditor value={yaml} label="The contract in YAML" faults={[]} />
      </div>
    </div>
  );
}

/** Makes the test cases, then the contract that expects them. Where that fails it can be repeated. */
async function created(document: Readonly<Record<string, unknown>>, chosen: readonly SuggestedLine[]) {
  const made = [];
  for (const test of testsOf(chosen)) made.push({ type: 'testCase', id: (await storeTestCase(test)).id });
  const expected = [...((document.qualityExpectations as readonly object[] | undefined) ?? []), ...made];
  const whole = { ...document, ...(expected.length > 0 && { qualityExpectations: expected }) };
  return createContract(stringify(whole, { lineWidth: 0 }));
}
