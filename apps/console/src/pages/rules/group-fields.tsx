import { Button } from '@mantine/core';
import { useRef } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field';
import { ConditionFields } from './condition-fields';
import { isGroup, type Condition, type Group, type Part } from './rule-tree';
import { EMPTY_GROUP } from './rule-words';

interface GroupProps {
  /** The type of the asset. */
  readonly type: string;
  readonly group: Group;
  /** Its number among the parts of the groups above, such as `2.1`; empty for the first group. */
  readonly place: string;
  readonly change: (group: Group) => void;
  readonly remove?: () => void;
}

const KINDS = { all: 'All of these', any: 'Any of these', none: 'None of these' } as const;

const NEW_CONDITION: Condition = { field: 'owners', operator: 'set' };
const NEW_GROUP: Group = { kind: 'any', parts: [NEW_CONDITION] };

const INDENTED = { gap: 10, minWidth: 0, borderLeft: '2px solid var(--line)', paddingLeft: 10 };

/** A group of conditions and further groups, and which of them it asks for. */
export function GroupFields({ type, group, place, change, remove }: GroupProps) {
  const adds = useRef<HTMLButtonElement>(null);
  const { parts } = group;
  const write = (next: readonly Part[]) => change({ ...group, parts: next });
  const name = place === '' ? 'the rule' : `group ${place}`;
  const removed = (index: number) => {
    write(parts.filter((_, at) => at !== index));
    // The button that had the focus is gone.
    adds.current?.focus();
  };
  return (
    <div className="stack" style={INDENTED} role="group" aria-label={place === '' ? 'Conditions' : `Group ${place}`}>
      <div className="row">
        <ChoiceField
          aria-label={`What ${name} asks for`}
          w={150}
          choices={KINDS}
          value={group.kind}
          change={(kind) => change({ ...group, kind })}
        />
        {remove && (
          <Button variant="subtle" onClick={remove}>
            Remove {name}
          </Button>
        )}
      </div>
      {parts.length === 0 && <p className="dimmed small">{EMPTY_GROUP}.</p>}
      {parts.map((part, index) => {
        const inner = place === '' ? String(index + 1) : `${place}.${index + 1}`;
        const shared = {
          ...{ type, place: inner, remove: () => removed(index) },
          change: (next: Part) => write(parts.with(index, next)),
        };
        // Each place shows another part once one is added or removed.
        const key = `${index} of ${parts.length}`;
        return isGroup(part) ? (
          <GroupFields key={key} {...shared} group={part} />
        ) : (
          <ConditionFields key={key} {...shared} condition={part} />
        );
      })}
      <div className="row">
        <Button ref={adds} variant="default" onClick={() => write([...parts, NEW_CONDITION])}>
          Add a condition
          <span className="visually-hidden"> to {name}</span>
        </Button>
        <Button variant="default" onClick={() => write([...parts, NEW_GROUP])}>
          Add a group
          <span className="visually-hidden"> to {name}</span>
        </Button>
      </div>
    </div>
  );
}
