import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Contract } from '../../api/contracts';
import { declareConsumer, removeConsumer, type Consumer } from '../../api/governance/consumers';
import { useOwnParties } from '../../api/governance/own-ids';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { nameOf } from '../../ui/references';
import { columnPaths } from './relying';

const MYSELF = 'myself';

interface RelyDialogProps {
  readonly contract: Contract;
  /** Existing declarations: that of the chosen consumer is changed. */
  readonly consumers: readonly Consumer[];
  /** The user or team that was asked to declare: the choice begins with it. */
  readonly invited?: NonNullable<Consumer['party']>;
  readonly close: () => void;
}

/** Declares that the reader, or a team of theirs, relies on a contract or on some of its columns. */
export function RelyDialog({ contract, consumers, invited, close }: RelyDialogProps) {
  const { id = '', schema = [] } = contract;
  const own = useOwnParties();
  const declaredBy = (party: string | undefined) => consumers.find((one) => one.party?.id === party);
  const isTeam = invited?.type === 'team';
  // One may be asked for a team above one's own, too.
  const teams = isTeam && !own.teams.some(({ id: one }) => one === invited.id) ? [...own.teams, invited] : own.teams;
  const [begun] = useState(() => declaredBy(isTeam ? invited.id : own.id));
  const [who, setWho] = useState(isTeam ? invited.id : MYSELF);
  const [columns, setColumns] = useState<string[]>([...(begun?.columns ?? [])]);
  const [contact, setContact] = useState(begun?.contact ?? '');
  const chooseWho = (next: string) => {
    const declared = declaredBy(next === MYSELF ? own.id : next);
    setWho(next);
    setColumns([...(declared?.columns ?? [])]);
    setContact(declared?.contact ?? '');
  };
  const team = teams.find((one) => one.id === who);
  const party = team
    ? { type: 'team' as const, id: team.id }
    : { type: 'user' as const, ...(own.id !== undefined && { id: own.id }) };
  const existing = declaredBy(party.id);
  const decision: Decision = {
    title: 'I rely on this contract',
    label: 'Declare',
    text: existing
      ? 'There is a declaration already: this one takes its place.'
      : 'The owners see it, and a change that breaks what you rely on is not made without notice. Where the policy asks for consent, yours is asked.',
    comment: 'required',
    commentLabel: 'Purpose',
    ...(begun && { commentStart: begun.purpose }),
    act: async (purpose = '') => {
      const declared = await declareConsumer(id, {
        party,
        purpose,
        columns,
        ...(contact.trim() !== '' && { contact: contact.trim() }),
        ...(existing?.until !== undefined && existing.expired !== true && { until: existing.until }),
      });
      return {
        text: `${team ? nameOf(team) : 'You'} ${team ? 'is' : 'are'} a consumer of this contract.`,
        undo: existing ? declarationOf(id, existing) : () => removeConsumer(id, declared.id),
      };
    },
  };
  return (
    <DecisionDialog of={decision} close={close} disabled={party.id === undefined}>
      {teams.length > 0 && (
        <Select
          label="Who relies on it"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: MYSELF, label: 'I' },
            ...teams.map((one) => ({ value: one.id, label: `My team ${nameOf(one)}` })),
          ]}
          value={who}
          onChange={(value) => value !== null && chooseWho(value)}
        />
      )}
      {schema.length > 0 && (
        <MultiSelect
          label="Columns"
          description="None chosen: the whole contract"
          searchable
          clearable
          comboboxProps={{ withinPortal: false }}
          data={columnPaths(schema)}
          value={columns}
          onChange={setColumns}
        />
      )}
      <TextInput
        label="Contact"
        description="Whom the owners ask, such as a channel or an address"
        value={contact}
        onChange={({ currentTarget }) => setContact(currentTarget.value)}
      />
    </DecisionDialog>
  );
}

/** Declares a consumer as it was declared before; undefined where the reader may not view who it is. */
function declarationOf(
  contract: string,
  { party, purpose, columns, contact, until }: Consumer,
): (() => Promise<Consumer>) | undefined {
  if (!party) return undefined;
  return () =>
    declareConsumer(contract, {
      party: { type: party.type as 'user' | 'team', id: party.id },
      purpose,
      ...(columns && { columns }),
      ...(contact !== undefined && { contact }),
      ...(until !== undefined && { until }),
    });
}

/** The removal of a declaration, which is taken back by declaring it again. */
export const removalOf = (contract: string, consumer: Consumer): Decision => ({
  title: 'Remove the declaration?',
  label: 'Remove',
  text: 'A change of the contract does not ask this consumer then.',
  comment: 'none',
  act: async () => {
    await removeConsumer(contract, consumer.id);
    return { text: 'The declaration is removed.', undo: declarationOf(contract, consumer) };
  },
});
