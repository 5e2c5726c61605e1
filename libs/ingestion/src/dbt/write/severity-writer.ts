import { entityTypes, EntityWriter } from '@app/catalog';
import { AppError, attemptAsync, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SEVERITIES, type Severity } from '../../event/lenient';
import type { DbtProject } from '../project';
import type { ImportRun, ResolvedTable } from '../report';

type Extension = Readonly<Record<string, unknown>>;

/** Severities of tests by id: that of the manifest, and `warn` where the newest end of the test only warns. */
export function severitiesOf({ tests, outcomes }: DbtProject): Map<string, Severity> {
  const newest = new Map<string, DbtProject['outcomes'][number]>();
  for (const outcome of outcomes)
    if (outcome.timestamp >= (newest.get(outcome.id)?.timestamp ?? 0)) newest.set(outcome.id, outcome);
  const severities = new Map<string, Severity>();
  for (const { id, severity } of tests) {
    const said = newest.get(id)?.status === 'warn' ? 'warn' : severity;
    if (said) severities.set(id, said);
  }
  return severities;
}

/** Sets the severities of test cases to those of their tests. */
@Injectable()
export class SeverityWriter {
  constructor(
    private readonly database: Database,
    private readonly writer: EntityWriter,
  ) {}

  /** A severity outside of dbt's list was set by a user and stays; absent means `error`, as in dbt. */
  async write(
    { actor, report }: ImportRun,
    severities: ReadonlyMap<string, Severity>,
    cases: ReadonlyMap<string, ResolvedTable>,
  ): Promise<void> {
    const extensions = await this.extensions([...cases.values()].map(({ id }) => id));
    for (const [test, severity] of severities) {
      const id = cases.get(test)?.id;
      if (id === undefined) continue;
      const extension = extensions.get(id);
      const current = extension?.severity ?? 'error';
      if (current === severity || !SEVERITIES.some((word) => word === current)) continue;
      const refused = await attemptAsync(() => this.change(actor, id, { ...extension, severity }));
      if (refused instanceof AppError)
        report.skip(test, `the severity of its test case stays as it is: ${refused.message}`);
    }
  }

  private async change(actor: Actor, id: string, extension: Extension): Promise<void> {
    const patch = [{ op: 'add', path: '/extension', value: extension }];
    await this.writer.patch(actor, entityTypes.get('testCase'), { id }, patch);
  }

  /** The extensions of the test cases that have one, by id. */
  private async extensions(ids: readonly string[]): Promise<Map<string, Extension>> {
    const found = new Map<string, Extension>();
    for (let from = 0; from < ids.length; from += BLOCK) {
      const block = ids.slice(from, from + BLOCK);
      const rows = await this.database.read<{ id: string; extension: Extension }>(EXTENSIONS, [block]);
      for (const { id, extension } of rows) found.set(id, extension);
    }
    return found;
  }
}

const BLOCK = 1_000;

const EXTENSIONS = {
  name: 'dbt-severities',
  text: `
    select id::text as id, details -> 'extension' as extension from entity
     where id = any($1::uuid[]) and jsonb_typeof(details -> 'extension') = 'object'`,
};
