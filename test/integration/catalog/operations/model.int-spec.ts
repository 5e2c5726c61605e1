import { AppError } from '@app/common';
import type { ListRequest } from '@app/catalog';
import { assert, asyncProperty, constantFrom, integer, array, record } from 'fast-check';
import { ADMIN, CatalogFixture, newName, typeNamed, type Document } from '../catalog.fixture';

const table = typeNamed('table');
const CLIENTS = 8;
/** Tables that clients change; one more is only looked for. */
const NAMES = ['a', 'b', 'c'];
const KINDS = ['append', 'describe', 'same', 'delete', 'put', 'bulk', 'list', 'follow'] as const;
type Kind = (typeof KINDS)[number];

/** What one client does one after the other, while the others do the same. */
interface Step {
  readonly kind: Kind;
  readonly table: number;
}

/** What must have come of all that was answered as done. */
class Model {
  /** Texts that were appended to the log of a table and not answered with an error. */
  readonly appended = new Map<string, string[]>(NAMES.map((name) => [name, []]));
  /** Answers of writes that changed something, by table: each is a version of its own. */
  readonly versions = new Map<string, number[]>(NAMES.map((name) => [name, []]));
}

describe('eight clients at the same time, doing what they like', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  it('lose no update, make versions that rise by exactly the changes, and see each lasting row once in a list', () =>
    assert(
      asyncProperty(
        array(
          array(record({ kind: constantFrom(...KINDS), table: integer({ min: 0, max: NAMES.length - 1 }) }), {
            minLength: 3,
            maxLength: 8,
          }),
          { minLength: CLIENTS, maxLength: CLIENTS },
        ),
        (clients) => play(clients),
      ),
      { numRuns: 12 },
    ));

  async function play(clients: readonly (readonly Step[])[]): Promise<void> {
    const databaseSchema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    const model = new Model();
    for (const name of [...NAMES, 'lasting'])
      await catalog.create('table', { ...body(databaseSchema, name), extension: { log: [] } });
    const user = await catalog.make('user');
    const act = async (step: Step, text: string): Promise<void> => {
      const name = NAMES[step.table] as string;
      await ACTS[step.kind]({ databaseSchema, name, text, model, userId: user.id });
    };
    await Promise.all(
      clients.map(async (steps, client) => {
        for (const [i, step] of steps.entries()) await act(step, `${client}.${i}`);
      }),
    );
    for (const name of NAMES) await settle(databaseSchema, name, model);
  }

  interface Play {
    readonly databaseSchema: string;
    readonly name: string;
    readonly text: string;
    readonly model: Model;
    readonly userId: string;
  }

  const key = ({ databaseSchema, name }: Play): { fqn: string } => ({ fqn: `${databaseSchema}.${name}` });

  /** Undefined where the table was deleted at that moment: any other failure is one of the test. */
  async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Asks again where other writes of the object were under way for too long, as on a busy machine: nothing was written then. */
  async function served<T>(ask: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      }
  }

  function changed(play: Play, version: number): void {
    play.model.versions.get(play.name)?.push(Math.round(version * 10));
  }

  const patch = (play: Play, ...operations: object[]) =>
    unlessGone(served(() => catalog.writer.patch(ADMIN, table, key(play), operations)));

  const ACTS: Record<Kind, (play: Play) => Promise<void>> = {
    append: async (play) => {
      const done = await patch(play, { op: 'add', path: '/extension/log/-', value: play.text });
      if (!done) return;
      play.model.appended.get(play.name)?.push(play.text);
      changed(play, Number(done.version));
    },
    describe: async (play) => {
      const done = await patch(play, { op: 'add', path: '/description', value: play.text });
      if (done) changed(play, Number(done.version));
    },
    same: async (play) => {
      await patch(play, { op: 'test', path: '/name', value: play.name });
    },
    delete: async (play) => {
      const request = { hardDelete: false, recursive: true, precondition: undefined };
      const gone = await unlessGone(served(() => catalog.remover.remove(ADMIN, table, key(play), request)));
      if (gone) changed(play, Number(gone.version));
      // A PUT of another client may have brought it back meanwhile: then this is no change.
      if (gone) await served(() => catalog.remover.restore(ADMIN, table, gone.id));
    },
    put: async (play) => {
      const sent = { ...body(play.databaseSchema, play.name), description: `put ${play.text}` };
      await served(() => catalog.writer.put(ADMIN, table, sent));
    },
    bulk: async (play) => {
      const sent = NAMES.map((name) => ({ ...body(play.databaseSchema, name), displayName: `bulk ${play.text}` }));
      const outcomes = await catalog.bulk.put(ADMIN, table, sent);
      expect(outcomes.filter((outcome) => 'error' in outcome)).toEqual([]);
    },
    list: async ({ databaseSchema }) => {
      const seen: string[] = [];
      for (let after: string | undefined, first = true; first || after; first = false) {
        const request: ListRequest = { limit: 1, include: 'non-deleted', filters: { databaseSchema }, after };
        const page = JSON.parse(String(await catalog.reader.list(ADMIN, table, request))) as {
          data: Document[];
          paging: { after?: string };
        };
        seen.push(...page.data.map(({ name }) => name));
        after = page.paging.after;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toContain('lasting');
    },
    follow: async (play) => {
      const found = await unlessGone(catalog.reader.get(ADMIN, table, key(play), undefined, 'non-deleted'));
      if (found) await unlessGone(catalog.followers.follow(ADMIN, table, found.id, play.userId));
    },
  };

  /** Holds what is stored against what was answered. */
  async function settle(databaseSchema: string, name: string, model: Model): Promise<void> {
    const end = await catalog.get('table', `${databaseSchema}.${name}`, '*');
    const { log } = end.extension as { log: string[] };
    expect([...log].sort()).toEqual([...(model.appended.get(name) ?? [])].sort());
    const answered = model.versions.get(name) ?? [];
    expect(new Set(answered).size).toBe(answered.length);
    const history = JSON.parse(await catalog.versions.list(ADMIN, table, end.id)) as { versions: Document[] };
    const tenths = history.versions.map(({ version }) => Math.round(version * 10)).reverse();
    // Each change is a version, each version a change: none is skipped, none stands twice.
    expect(tenths).toEqual(Array.from({ length: tenths.length }, (_, i) => i + 1));
    for (const version of answered) expect(tenths).toContain(version);
  }

  function body(databaseSchema: string, name: string): Record<string, unknown> {
    return { name, databaseSchema, columns: [{ name: 'id', dataType: 'BIGINT' }], displayName: newName('display') };
  }
});
