import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  removePolicy,
  scopePoliciesQuery,
  setPolicy,
  type ContractPolicy,
  type OwnedScope,
  type PolicyScopeType,
} from '../../api/governance/policies';
import { fqnsQuery } from '../../api/names';
import { messageAt } from '../../api/service/api-error';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { ChoiceField } from '../../ui/fields/choice-field';
import type { Party } from '../../ui/party-field';
import { FieldRefusal, Notice } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import { bodyOf, isComplete, policyBody, policyDraft, type PolicyDraft } from './policy-draft';
import { ChangeFields, IncidentFields, LearnedFields, SHOWN_FIELDS, type FieldsProps } from './policy-fields';
import { SCOPES } from './policy-words';

export interface FormScope {
  readonly scopeType: PolicyScopeType;
  readonly scopeName: string;
}

interface PolicyDialogProps {
  readonly scope: FormScope;
  /** Whether the form is for that scope alone. */
  readonly isFixed: boolean;
  /** The one that is changed; absent: a new one. */
  readonly policy?: ContractPolicy | undefined;
  readonly assignee?: Party | undefined;
  /** Scopes that one who may not write all policies owns; absent: they may write all. */
  readonly owned?: readonly OwnedScope[] | undefined;
  readonly close: () => void;
}

export function PolicyDialog({ scope, isFixed, policy, assignee, owned, close }: PolicyDialogProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => policyDraft(scope, policy, assignee));
  const [draft, setDraft] = useState(begun);
  const replaced = usePolicyOf(draft);
  const save = useMutation({
    mutationFn: () => setPolicy(policyBody(draft)),
    onSuccess: async (stored) => {
      close();
      const before = policy ?? replaced;
      const undo = before ? () => setPolicy(bodyOf(before)) : () => removePolicy(stored.id);
      toasts.add(before ? 'The policy is changed.' : 'The policy is set.', undo);
      await queries.invalidateQueries();
    },
  });
  const fields: FieldsProps = {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    at: (field) => messageAt(save.error, field),
  };
  return (
    <FormDialog
      title={policy ? 'Change the policy' : 'Set a policy'}
      label={policy ? 'Save the policy' : 'Set the policy'}
      size="lg"
      save={save}
      disabled={!isComplete(draft)}
      isChanged={draft !== begun}
      close={close}
    >
      {!isFixed && <ScopeFields {...fields} owned={owned} />}
      {!policy && replaced && (
        <Notice tone="part" icon="warning">
          <p>There is a policy of this scope already. This one replaces it, with all its sections.</p>
        </Notice>
      )}
      {owned && draft.scopeType === 'dataContract' && (
        <p className="dimmed small" style={{ margin: 0 }}>
          As an owner of the contract you can make its policy stricter. A looser one takes the right to manage policies.
        </p>
      )}
      <ChangeFields {...fields} />
      <IncidentFields {...fields} />
      <LearnedFields {...fields} />
      <FieldRefusal error={save.error} shown={SHOWN_FIELDS} />
    </FormDialog>
  );
}

/** The stored policy of the scope in the form; undefined where there is none. */
function usePolicyOf({ scopeType, scopeName }: PolicyDraft): ContractPolicy | undefined {
  const { data = [] } = useQuery(scopePoliciesQuery(scopeType));
  const name = scopeName.trim();
  return data.find(({ scope }) => scopeType === 'all' || scope.fullyQualifiedName === name);
}

const PAUSE_MS = 200;
const NO_NAMES: readonly string[] = [];

function ScopeFields({ draft, set, at, owned }: FieldsProps & Pick<PolicyDialogProps, 'owned'>) {
  const { scopeType, scopeName } = draft;
  const [text] = useDebouncedValue(scopeName, PAUSE_MS);
  const named = scopeType === 'all' ? [] : [scopeType];
  const { data: found = NO_NAMES } = useQuery({ ...fqnsQuery(named, text), enabled: !owned && named.length > 0 });
  const own = owned?.filter(({ entityType }) => entityType === scopeType).map((one) => one.fullyQualifiedName);
  const types = (Object.keys(SCOPES) as PolicyScopeType[]).filter(
    (type) => !owned || owned.some(({ entityType }) => entityType === type),
  );
  return (
    <>
      <ChoiceField
        label="It applies to"
        choices={types.map((value) => ({ value, label: SCOPES[value] }))}
        value={scopeType}
        change={(next) => set({ scopeType: next, scopeName: '' })}
      />
      {scopeType !== 'all' && (
        <Autocomplete
          label="Full name"
          description={owned ? 'Of what you or a team of yours owns' : undefined}
          required
          value={scopeName}
          error={at('scope.fullyQualifiedName') ?? at('scope')}
          data={[...(own ?? found)]}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => set({ scopeName: next })}
        />
      )}
    </>
  );
}
