import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record } from 'fast-check';
import { IncidentModel } from './incident-model';
import { IncidentWorld, MINUTE, START } from './incident-world';
import type { Person } from './people';

const push = record({
  /** Behind the newest result, or (negative) before it. */
  shift: oneof(
    { weight: 4, arbitrary: integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: integer({ min: -8, max: 0 }) },
  ),
  status: constantFrom('Success', 'Success', 'Success', 'Failed', 'Failed', 'PartialSuccess', 'Aborted'),
});
const remove = record({ remove: integer({ min: 0, max: 6 }) });
const act = record({ action: constantFrom('acknowledge', 'assign', 'comment', 'snooze', 'mute', 'unmute', 'resolve') });
const step = oneof({ weight: 7, arbitrary: push }, { weight: 1, arbitrary: remove }, { weight: 3, arbitrary: act });

/** The full size is run by hand: INCIDENT_RUNS=200. */
const RUNS = Number(process.env.INCIDENT_RUNS ?? 5);

describe('incidents under any results and actions', () => {
  let world: IncidentWorld;
  let owner: Person;

  beforeAll(async () => {
    world = await IncidentWorld.shared();
    owner = await world.people.person();
  });

  const actionOf = (action: string): object => ({
    action,
    ...(action === 'assign' && { assignee: owner.ref }),
    ...(action === 'comment' && { comment: 'Hm.' }),
    ...(['snooze', 'mute'].includes(action) && { until: Date.now() + 3_600_000 }),
    ...(action === 'mute' && { reason: 'Known.' }),
    ...(action === 'resolve' && { resolution: 'Fixed', comment: 'Done.' }),
  });

  it('are what the rules make of them', async () => {
    const runs = asyncProperty(
      array(step, { minLength: 10, maxLength: 25 }),
      integer({ min: 0, max: 3 }),
      boolean(),
      async (steps, closeAfterRuns, isAssigned) => {
        const rules = { closeAfterRuns, assign: isAssigned ? 'owner' : 'none' };
        const contract = await world.watched(rules, { owners: [owner.ref] });
        const model = new IncidentModel(closeAfterRuns, isAssigned);
        let newest = 0;
        for (const one of steps) {
          if ('status' in one) {
            const minute = Math.max(0, newest + one.shift);
            newest = Math.max(newest, minute);
            await world.push(contract, minute, one.status);
            model.push(minute, one.status);
          } else if ('remove' in one) {
            const minute = Math.max(0, newest - one.remove);
            await world.admin.delete(`/dataContracts/${contract.id}/results/${START + minute * MINUTE}`);
            model.delete(minute);
          } else if (model.latest) {
            const [target] = await world.list(contract);
            const { status } = await world.act(target!, actionOf(one.action));
            expect([one.action, status]).toEqual([one.action, model.act(one.action)]);
          }
          const shown = await world.list(contract);
          expect(shown).toHaveLength(model.incidents.length);
          const [now, expected] = [shown[0], model.latest];
          if (!now || !expected) continue;
          expect(now).toMatchObject({ status: expected.status, openedAt: START + expected.openedAt * MINUTE });
          expect(now.resolution).toBe(expected.resolution);
          if (expected.resolvedAt !== undefined) expect(now.resolvedAt).toBe(START + expected.resolvedAt * MINUTE);
          if (model.open) expect([now.failures, now.goodRuns]).toEqual([expected.failures, expected.goodRuns]);
        }
      },
    );
    await assert(runs, { numRuns: RUNS, seed: 174, endOnFailure: true });
  });
});
