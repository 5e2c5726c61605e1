import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { readObjectives, storeObjectives, type Attainment, type Objective } from '../../api/governance/objectives';
import { useLackedOn, useMayDoTo } from '../../api/permissions';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { refusalText } from '../../ui/rights';
import { OUTCOMES, Tag } from '../../ui/status';
import { RowButton, TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { budgetText, percentText } from '../../ui/text/percent';
import { Time } from '../../ui/time';
import { durationText } from '../contract/promise-text';
import { ObjectiveDialog } from './objective-dialog';

/** The most that a contract has. */
const MOST_OBJECTIVES = 5;
const HEAD = ['Objective', 'On', 'Target', 'Attained', 'Good', 'Budget left', 'Burn'];
const RIGHT = { operation: 'ValidateContract', resource: 'dataContract' } as const;

interface ContractObjectivesProps {
  readonly contract: string;
  readonly objectives: readonly Attainment[];
}

/** The objectives of a contract with their attainment; those who may validate it set, change and remove them. */
export function ContractObjectives({ contract, objectives }: ContractObjectivesProps) {
  const mayWrite = useMayDoTo('dataContract', contract, RIGHT.operation);
  const lacked = useLackedOn('dataContract', contract, [RIGHT.operation]);
  const [edited, setEdited] = useState<{ readonly objective?: Objective | undefined }>();
  const [removed, setRemoved] = useState<Objective>();
  const stored = async (name: string) => (await readObjectives(contract)).find((one) => one.name === name);
  const change = async (name: string) => setEdited({ objective: await stored(name) });
  const remove = async (name: string) => setRemoved(await stored(name));
  const rowOf = (attainment: Attainment): ReactNode[] => [
    ...cellsOf(attainment),
    ...(mayWrite
      ? [
          <span key="edit" className="row row-whole">
            <RowButton label="Edit" name={`Edit ${attainment.name}`} act={() => void change(attainment.name)} />
            <RowButton label="Remove" name={`Remove ${attainment.name}`} act={() => void remove(attainment.name)} />
          </span>,
        ]
      : []),
  ];
  return (
    <section className="stack" aria-labelledby="governed-objectives">
      <div className="row row-apart">
        <h2 id="governed-objectives" style={{ margin: 0, fontSize: 17 }}>
          Objectives
        </h2>
        {mayWrite && objectives.length < MOST_OBJECTIVES && (
          <Button variant="default" onClick={() => setEdited({})}>
            Add an objective
          </Button>
        )}
      </div>
      {objectives.length === 0 ? (
        <p className="dimmed" style={{ margin: 0 }}>
          No objective says how often the contract has to pass.{!mayWrite && ` ${refusalText(RIGHT)}`}{' '}
          <AskForRight type="dataContract" id={contract} name="this contract" operations={lacked} />
        </p>
      ) : (
        <TableScroll>
          <Table label="Objectives" head={mayWrite ? [...HEAD, 'Edit'] : HEAD} rows={objectives.map(rowOf)} />
        </TableScroll>
      )}
      {edited && (
        <ObjectiveDialog contract={contract} objective={edited.objective} close={() => setEdited(undefined)} />
      )}
      {removed && <DecisionDialog of={removalOf(contract, removed)} close={() => setRemoved(undefined)} />}
    </section>
  );
}

const cellsOf = ({
  name,
  on,
  unit,
  target,
  attainment,
  met,
  good,
  total,
  budget,
  ...rest
}: Attainment): ReactNode[] => [
  <bdi key="name">{name}</bdi>,
  `${on}, ${unit}`,
  percentText(target),
  <Tag key="attained" {...OUTCOMES[met ? 'holds' : 'broken']}>
    {percentText(attainment)}
  </Tag>,
  `${good} of ${total}`,
  <BudgetLeft key="budget" budget={budget} exhaustedAt={rest.exhaustedAt} />,
  <Burn key="burn" of={rest.burn} />,
];

function BudgetLeft({ budget, exhaustedAt }: Pick<Attainment, 'budget' | 'exhaustedAt'>) {
  return (
    <>
      {budgetText(budget)}
      {exhaustedAt !== undefined && (
        <div className="dimmed small">
          {budget.left <= 0 ? 'used up ' : 'at this pace used up '}
          <Time of={exhaustedAt} isUpcoming={budget.left > 0} />
        </div>
      )}
    </>
  );
}

const rateText = (rate: number | undefined): string => (rate === undefined ? '–' : `${rate.toFixed(1)}×`);

/** How fast the budget is used up: 1× uses it up in just its time. */
function Burn({ of }: { readonly of: Attainment['burn'] }) {
  return (
    <span className="stack" style={{ gap: 4 }}>
      {of.map(({ long, short, factor, longRate, burning }) => (
        <span key={`${long} ${short} ${factor}`} className="nowrap">
          {burning ? (
            <Tag tone="bad" icon="warning">
              {rateText(longRate)} in {durationText(long) ?? long}
            </Tag>
          ) : (
            <span className="dimmed">
              {rateText(longRate)} in {durationText(long) ?? long}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

/** The removal of an objective, which is taken back by adding it again. */
const removalOf = (contract: string, objective: Objective): Decision => ({
  title: `Remove the objective ${objective.name}?`,
  label: 'Remove the objective',
  text: 'Its attainment is not computed, and no notifications of its budget are sent. Results stay.',
  comment: 'none',
  act: async () => {
    const list = await readObjectives(contract);
    await storeObjectives(
      contract,
      list.filter(({ name }) => name !== objective.name),
    );
    return 'The objective is removed.';
  },
  undo: async () => storeObjectives(contract, [...(await readObjectives(contract)), objective]),
});
