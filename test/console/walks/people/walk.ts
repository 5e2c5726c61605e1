import { describeUnless } from '../../../support/unless-refused';
import { checkState } from '../../support/check-state';
import { noChromium, settled } from '../../support/chromium';
import { Person } from '../../support/person';
import { ADMINISTRATOR } from './administrator';
import { CONSUMER } from './consumer';
import { INVITING } from './invitations';
import { DECIDING, LEAD } from './lead';
import { ON_CALL } from './on-call';
import { OWNING } from './owner';
import { ANALYST, ENGINEER, LEAD as LEADER, OWNER, type Stage } from './stage';

/** Arguments of a step. */
export interface Walk {
  readonly stage: Stage;
  readonly engineer: Person;
  readonly analyst: Person;
  readonly lead: Person;
  readonly owner: Person;
  readonly administrator: Person;
  /** Distinguishes the texts of the second walk from those of the first. */
  readonly pass: string;
  /** Zero in the first walk, one in the second. */
  readonly round: 0 | 1;
  /** Checks what a page shows: the states of the second walk are those of the first. */
  readonly check: (person: Person) => Promise<void>;
}

export type Step = readonly [name: string, act: (walk: Walk) => Promise<void>];

const PASSES = ['the first time', 'the second time'] as const;

/** Steps of people on one catalog, by clicks, twice in a row: the second walk finds what the first one left. */
export function walkTwice(catalog: string, missing: string | undefined, open: () => Promise<Stage>): void {
  describeUnless(noChromium ?? missing, `people who work with ${catalog}`, () => {
    let stage: Stage;
    let people: Pick<Walk, 'engineer' | 'analyst' | 'lead' | 'owner' | 'administrator'>;

    beforeAll(async () => {
      stage = await open();
      const enter = async (name: string) => new Person(await stage.world.signedIn(name));
      people = {
        engineer: await enter(ENGINEER),
        analyst: await enter(ANALYST),
        lead: await enter(LEADER),
        owner: await enter(OWNER),
        administrator: await enter('admin'),
      };
    });
    afterAll(() => stage?.close());
    afterEach(() => expect(stage?.world.faults.take()).toEqual([]));

    /** The first step that failed: each later one begins where it ends. */
    let broken: string | undefined;

    describe.each(PASSES)('%s', (pass) => {
      const round = pass === PASSES[0] ? 0 : 1;

      it.each([...LEAD, ...ON_CALL, ...CONSUMER, ...DECIDING, ...OWNING, ...INVITING, ...ADMINISTRATOR])(
        '%s',
        async (name, act) => {
          if (broken !== undefined) throw new Error(`Not reached: ${broken}`);
          broken = name;
          const check = ({ page }: Person) => (round === 0 ? checkState(page) : settled(page));
          await act({ stage, pass, round, check, ...people });
          broken = undefined;
        },
      );
    });
  });
}
