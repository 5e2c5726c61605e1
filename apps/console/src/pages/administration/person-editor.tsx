import { Autocomplete, Button, Checkbox, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changePerson,
  createPerson,
  nameListQuery,
  type Collection,
  type ListName,
  type Person,
} from '../../api/administration';
import { useRuleWords } from '../../api/permissions';
import { FieldRefusal } from '../../ui/states';
import { bodyOf, draftOf, LISTS, NEW_RULE, patchOf, words, type PersonDraft, type RuleDraft } from './person-draft';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { useNameEntry } from '../../ui/fields/use-name-entry';

export const KINDS: Readonly<Record<Collection, string>> = {
  users: 'user',
  teams: 'team',
  roles: 'role',
  policies: 'policy',
};

interface EditorProps {
  readonly collection: Collection;
  /** Absent: a new one. */
  readonly one: Person | undefined;
  readonly close: () => void;
}

/** Makes a user, team, role or policy, or changes one. */
export function PersonEditor({ collection, one, close }: EditorProps) {
  const queries = useQueryClient();
  const [begun] = useState(() => draftOf(collection, one));
  const [draft, setDraft] = useState(begun);
  const set = (change: Partial<PersonDraft>) => setDraft((now) => ({ ...now, ...change }));
  const patch = patchOf(collection, begun, draft);
  const save = useMutation({
    mutationFn: () =>
      one ? changePerson(collection, one.id, patch) : createPerson(collection, bodyOf(collection, draft)),
    onSuccess: async () => {
      await Promise.all(['administration', 'permissions'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      close();
    },
  });
  const kind = KINDS[collection];
  return (
    <FormDialog
      size="lg"
      title={one ? `Edit the ${kind} ${one.name}` : `New ${kind}`}
      label={one ? 'Save' : `Create ${kind}`}
      save={save}
      disabled={one !== undefined && patch.length === 0}
      isChanged={one ? patch.length > 0 : draft !== begun}
      close={close}
    >
      {!one && (
        <TextInput
          label="Name"
          required
          data-autofocus
          value={draft.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      )}
      <TextInput
        label="Shown as"
        value={draft.displayName}
        onChange={({ currentTarget }) => set({ displayName: currentTarget.value })}
      />
      {collection === 'users' && (
        <TextInput
          label="E-mail address"
          type="email"
          required
          value={draft.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
      )}
      {collection === 'users' && !one && (
        <PasswordInput
          label="First password"
          description="Left empty, the user signs in by the identity provider (single sign-on) alone"
          autoComplete="new-password"
          value={draft.password}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
      )}
      <Textarea
        label="Description"
        autosize
        value={draft.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      {LISTS[collection].map((list) => (
        <NameList
          key={list}
          list={list}
          value={draft.lists[list] ?? []}
          change={(value) => set({ lists: { ...draft.lists, [list]: value } })}
        />
      ))}
      {collection === 'users' && (
        <Checkbox
          label="Administrator"
          description="May do everything"
          checked={draft.isAdmin}
          onChange={({ currentTarget }) => set({ isAdmin: currentTarget.checked })}
        />
      )}
      {collection === 'policies' && <RuleList rules={draft.rules} change={(rules) => set({ rules })} />}
      <FieldRefusal error={save.error} />
    </FormDialog>
  );
}

const LIST_LABELS: Readonly<Record<ListName, string>> = {
  roles: 'Roles',
  teams: 'Teams',
  users: 'Users',
  policies: 'Policies',
};

interface NameListProps {
  readonly list: ListName;
  readonly value: readonly string[];
  readonly change: (value: readonly string[]) => void;
}

/** Names, completed while one is typed. */
function NameList({ list, value, change }: NameListProps) {
  const { asked, entry } = useNameEntry();
  const { data = [] } = useQuery(nameListQuery(list, asked));
  return (
    <TagsInput label={LIST_LABELS[list]} value={[...value]} onChange={change} {...entry} data={[...data]} clearable />
  );
}

interface RuleListProps {
  readonly rules: readonly RuleDraft[];
  readonly change: (rules: readonly RuleDraft[]) => void;
}

const CONDITIONS = ['isOwner()', 'noOwner()', '!isOwner()'];

/** The service takes any word, and one that nothing is called does nothing. */
function unknownWords(text: string, known: ReadonlySet<string>): string | undefined {
  const unknown = words(text).filter((word) => word !== 'All' && !known.has(word));
  return known.size === 0 || unknown.length === 0 ? undefined : `Nothing is called ${unknown.join(', ')}`;
}

function RuleList({ rules, change }: RuleListProps) {
  const { operations, resources } = useRuleWords();
  const set = (at: number, more: Partial<RuleDraft>) =>
    change(rules.map((rule, place) => (place === at ? { ...rule, ...more } : rule)));
  return (
    <>
      {rules.map((rule, at) => (
        <fieldset key={at} className="panel stack" style={{ gap: 10 }}>
          <legend>Rule {at + 1}</legend>
          <div className="row">
            <TextInput
              label="Name of the rule"
              required
              value={rule.name}
              onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
            <Select
              label="Effect"
              w={120}
              allowDeselect={false}
              data={['allow', 'deny']}
              value={rule.effect}
              onChange={(effect) => set(at, { effect: effect === 'deny' ? 'deny' : 'allow' })}
            />
          </div>
          <TextInput
            label="Operations"
            description="With commas between them; All for every one"
            required
            error={unknownWords(rule.operations, operations)}
            value={rule.operations}
            onChange={({ currentTarget }) => set(at, { operations: currentTarget.value })}
          />
          <TextInput
            label="Resources"
            description="Types of entities; All for every one"
            required
            error={unknownWords(rule.resources, resources)}
            value={rule.resources}
            onChange={({ currentTarget }) => set(at, { resources: currentTarget.value })}
          />
          <Autocomplete
            label="Condition"
            placeholder="none"
            data={CONDITIONS}
            value={rule.condition}
            onChange={(condition) => set(at, { condition })}
          />
          {rules.length > 1 && (
            <Button
              variant="default"
              size="xs"
              w="max-content"
              onClick={() => change(rules.filter((_, place) => place !== at))}
            >
              Remove rule {at + 1}
            </Button>
          )}
        </fieldset>
      ))}
      <Button variant="default" size="xs" w="max-content" onClick={() => change([...rules, NEW_RULE])}>
        Add a rule
      </Button>
    </>
  );
}
