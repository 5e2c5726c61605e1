import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database, LargeReads } from '@app/database';
import { joinFqn, serviceTypeOf, splitFqn } from '@app/catalog';
import { platformOf } from '@app/datatypes';
import { Inject, Injectable } from '@nestjs/common';
import { HiddenTables, tableParts, type HiddenTable, type HiddenTest } from './hidden-tables';
import { findSubjects, shownProfile, ValueMasks, type Subjects } from './value-masks';

/** Characters, about 10 ms of work. */
const LONG_ANSWER = 512 * 1024;

/** A viewer of whom no rights are known, as receivers of notifications. */
export const ANYBODY = undefined;
type Viewer = Actor | typeof ANYBODY;

interface TableRow {
  readonly id: string;
  readonly fqn: string;
  readonly owners: readonly string[];
  readonly columns: readonly string[];
  readonly serviceType: string | null;
  readonly tests: readonly (HiddenTest & { readonly fqn: string })[];
}

type Profile = Readonly<Record<string, unknown>>;

const TABLE = 'table';

/**
 * Decides which columns are hidden from a caller: those that bear a hidden tag now, lie in one that does or contain one, unless the caller may see samples
 * of their table. Their values are left out of what is answered, whenever they were measured: of profiles, results of tests, runs of data,
 * results of contracts with all that repeats them. One statement for each answer with values, none if no tag is set.
 */
@Injectable()
export class HiddenValues {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly large: LargeReads,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'sampleDataHiddenTags'>,
  ) {}

  /** Whether an answer has to be looked at. */
  concerns(viewer: Viewer, answer: string | Buffer): boolean {
    return this.mayHideFrom(viewer) && MARKS.some((mark) => answer.includes(mark));
  }

  /** Whether values of any column may be hidden from the viewer. */
  mayHideFrom(viewer: Viewer): boolean {
    if (this.settings.sampleDataHiddenTags.length === 0) return false;
    return viewer === undefined || this.access.scope(viewer, 'ViewSampleData', TABLE) !== 'all';
  }

  /** A JSON answer without hidden values: a long one in a slot of the large reads. */
  async stripAnswer(viewer: Viewer, answer: string): Promise<string> {
    if (!this.concerns(viewer, answer)) return answer;
    const strip = (): Promise<string> => this.strip(viewer, answer);
    return answer.length > LONG_ANSWER ? this.large.turn(strip) : strip();
  }

  /** Leaves hidden values out of profiles of a column or a table, which do not name it. @param fqn of the column or the table */
  async profilesOf(viewer: Viewer, fqn: string): Promise<(profile: Profile) => Profile> {
    if (!this.mayHideFrom(viewer)) return (profile) => profile;
    const tables = await this.of(viewer, { fqns: new Set([fqn]), tests: new Set() });
    return (profile) => shownProfile(profile, fqn, tables);
  }

  /**
   * The hidden columns of one table, for what is judged by its values.
   *
   * @param tests FQNs of test cases of it
   */
  ofTable(viewer: Viewer, fqn: string, tests: readonly string[] = []): Promise<HiddenTables> {
    return this.mayHideFrom(viewer)
      ? this.of(viewer, { fqns: new Set([fqn]), tests: new Set(tests) })
      : Promise.resolve(new HiddenTables(new Map(), new Map()));
  }

  private async strip(viewer: Viewer, answer: string): Promise<string> {
    const parsed = JSON.parse(answer) as unknown;
    const subjects: Subjects = { fqns: new Set(), tests: new Set() };
    findSubjects(parsed, subjects);
    const tables = await this.of(viewer, subjects);
    return tables.isEmpty ? answer : JSON.stringify(new ValueMasks(tables).shown(parsed));
  }

  /** Returns the hidden columns of the tables that these are of or lie in. */
  private async of(viewer: Viewer, { fqns, tests }: Subjects): Promise<HiddenTables> {
    const named = new Set([...fqns].flatMap((fqn) => fqnOfTable(fqn) ?? []));
    if (named.size === 0) return new HiddenTables(new Map(), new Map());
    const values = [[...named], this.settings.sampleDataHiddenTags, [...tests]];
    const rows = await this.database.read<TableRow>(HIDDEN, values);
    const hidden = rows.filter((row) => !this.maySee(viewer, row));
    return new HiddenTables(
      new Map(hidden.map((row) => [JSON.stringify(tableParts(row.fqn)), tableOf(row)])),
      new Map(hidden.flatMap((row) => row.tests.map((test) => [test.fqn, test] as const))),
    );
  }

  private maySee(viewer: Viewer, { id, owners }: TableRow): boolean {
    return viewer !== undefined && this.access.allows(viewer, 'ViewSampleData', TABLE, { id, ownerIds: owners });
  }
}

function fqnOfTable(fqn: string): string | undefined {
  const parts = tableParts(fqn);
  return parts && joinFqn(undefined, ...parts);
}

function tableOf({ fqn, columns, serviceType }: TableRow): HiddenTable {
  const own = tableParts(fqn)!.length;
  return {
    paths: columns.map((column) => (splitFqn(column) ?? []).slice(own)),
    nameCase: platformOf(serviceType ?? undefined).names.columns,
  };
}

/** Members, and words of sentences, without one of which an answer has no value of a column. */
const MARKS = [
  '"testCaseFQN"',
  '"testCaseResult"',
  '"checks"',
  '"profile"',
  '"dataContractFQN"',
  '"latestResult"',
  '"firstResult"',
  '"lastResult"',
  ' UTC: ',
  ' has an incident',
] as const;

/** Tables ($1, FQNs) that have columns with one of the tags ($2), with these columns, and those of the test cases ($3) that are of them. */
const HIDDEN = {
  name: 'hidden-columns',
  text: `
    select e.id::text as id, e.fqn, owner_ids(e.node) as owners, h.columns, t.tests,
           (select ${serviceTypeOf('v')} from entity v where v.node = e.root) as "serviceType"
      from unnest($1::text[]) w(fqn)
      join entity e on e.type = '${TABLE}' and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
      cross join lateral (
        select array_agg(c #>> '{}') as columns
          from jsonb_path_query(e.details -> 'columns', '$.** ? (exists(@.tags[*] ? (@.tagFQN == $tags[*]))).fullyQualifiedName',
                                jsonb_build_object('tags', $2::text[])) c) h
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('fqn', x.fqn, 'definition', d.name,
                                                     'parameters', coalesce(x.body -> 'parameterValues', '[]'))), '[]') as tests
          from unnest($3::text[]) s(fqn)
          join entity x on x.type = 'testCase' and md5(x.fqn)::uuid = md5(s.fqn)::uuid and x.fqn = s.fqn and x.parent = e.node
          left join entity_reference r on r.from_node = x.node and r.relation = 'testDefinition'
          left join entity d on d.node = r.to_node) t
     where h.columns is not null
       and exists (select from tag_usage u where u.node = e.node and md5(u.tag_fqn)::uuid = any(select md5(x)::uuid from unnest($2::text[]) x))`,
};
