import { utcMinute } from '@app/common';
import { eventually } from '../../support/eventually';
import { GovernanceWorld } from './people';

interface Notice {
  readonly type: string;
  readonly objective?: string;
  readonly role: string;
  readonly text: string;
}

const OBJECTIVE = {
  name: 'valid runs',
  on: 'status',
  unit: 'runs',
  target: 90,
  window: { rolling: 'P30D' },
  alerts: [{ long: 'PT2H', short: 'PT1H', factor: 2 }],
};

it('owners find in their inbox that an error budget burns and is used up', async () => {
  const world = await GovernanceWorld.shared();
  const owner = await world.person();
  const contract = await world.contract({ owners: [owner.ref] });
  const path = `/dataContracts/${contract.id}`;
  await world.admin.must('PUT', `${path}/objectives`, { objectives: [OBJECTIVE] });
  const at = Date.now() - 60_000;
  for (const [timestamp, contractExecutionStatus] of [
    [at, 'Success'],
    [at + 1, 'Failed'],
    [at + 2, 'Failed'],
  ])
    await world.admin.must('PUT', `${path}/results`, { timestamp, contractExecutionStatus });
  const told = await eventually(
    async () => {
      const inbox = `/dataContracts/notices?contract=${contract.id}&limit=100`;
      const { data } = await owner.client.must<{ data: Notice[] }>('GET', inbox);
      return data.filter(({ type }) => type.startsWith('contractBudget'));
    },
    ({ length }) => length >= 2,
  );
  const objective = { objective: 'valid runs', role: 'owner' };
  expect(told.sort((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
    {
      ...objective,
      type: 'contractBudgetBurning',
      text: expect.stringContaining('uses up the error budget of its objective "valid runs"') as string,
    },
    {
      ...objective,
      type: 'contractBudgetExhausted',
      text: expect.stringContaining(`since ${utcMinute(at + 1)}.`) as string,
    },
  ]);
});
