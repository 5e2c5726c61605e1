import { TimeSlice, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { EntityFinder } from '../../read/entity-finder';
import { sightValue } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';
import { EntityPages } from '../export/entity-pages';
import type { ImportReport } from '../import/file-import';
import { NamedImport } from '../import/named-import';
import { csvRows, type ReadRow } from './csv-rows';
import { lyingIn, namesIn, type RowBody, type RowLayout } from './row-layouts';

/** Names looked up at once. */
const NAMES = 1_000;

interface RowFile {
  readonly bytes: Buffer;
  /** Cells are taken literally. */
  readonly raw: boolean;
}

/** Imports a CSV with one row for each entity into their container. */
@Injectable()
export class RowImport {
  constructor(
    private readonly imports: NamedImport,
    private readonly places: EntityFinder,
    private readonly entities: EntityPages,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Each row has the outcome of a PUT of its own; rows that lie in another row come after it, wherever they stand.
   * @param fqn of the container
   * @throws {AppError} as `NamedImport.run`
   */
  run(actor: Actor, layout: RowLayout, fqn: string, file: RowFile, dryRun: boolean): Promise<ImportReport> {
    const rows = this.rows(actor, layout, fqn, file);
    return this.imports.run(actor, layout.type, { type: layout.path, fqn }, rows, { dryRun, keeps: layout.without });
  }

  private async *rows(actor: Actor, layout: RowLayout, fqn: string, { bytes, raw }: RowFile): AsyncGenerator<ReadRow> {
    const rows: ReadRow[] = [];
    for await (const row of csvRows(bytes, layout, fqn, raw)) rows.push(row);
    const there = await this.there(actor, layout, fqn, rows);
    const inside = new Set([fqn, ...there, ...rows.flatMap(({ name }) => name ?? [])]);
    for await (const row of draftsFirst(layout, rows, there)) {
      const outside = layout.above(row.body).filter((name) => !inside.has(name));
      const faults = outside.map((name) => ({
        ...row.locationOf(layout.aboveHeader),
        message: `${name} does not lie in the ${layout.path} ${fqn}`,
      }));
      yield faults.length ? { ...row, faults: [...row.faults, ...faults] } : row;
    }
  }

  /** FQNs of entities that rows name and that the container already has, as far as the actor sees them. */
  private async there(actor: Actor, layout: RowLayout, fqn: string, rows: readonly ReadRow[]): Promise<Set<string>> {
    const there = new Set<string>();
    const named = [...new Set(rows.flatMap(({ body }) => [...layout.above(body), ...besideOf(layout, body)]))];
    if (!named.length) return there;
    const { node } = await this.places.findFor(actor, 'ViewBasic', layout.path, { fqn });
    const sight = sightValue(this.visibility.sightOf(actor));
    for (let from = 0; from < named.length; from += NAMES) {
      const names = named.slice(from, from + NAMES);
      const conditions = [
        lyingIn(layout, node, sight),
        { name: 'named', value: names, sql: (bound: string) => `e.fqn = any(${bound}::text[])` },
      ];
      for await (const page of this.entities.pages(actor, layout.type, conditions))
        for (const { fullyQualifiedName } of page) there.add(fullyQualifiedName as string);
    }
    return there;
  }
}

const besideOf = ({ beside }: RowLayout, body: RowBody): string[] => (beside ? namesIn(body[beside]) : []);

/** The rows in an order that resolves names: rows that name entities of later rows come first without these names, and whole at the end. */
async function* draftsFirst(
  layout: RowLayout,
  rows: readonly ReadRow[],
  there: ReadonlySet<string>,
): AsyncGenerator<ReadRow> {
  const { beside } = layout;
  const left = new Set(rows.flatMap(({ name }) => (name === undefined || there.has(name) ? [] : name)));
  const wholes: ReadRow[] = [];
  for await (const row of parentsFirst(layout, rows)) {
    if (row.name !== undefined) left.delete(row.name);
    if (beside && !row.faults.length && besideOf(layout, row.body).some((name) => left.has(name))) {
      const { [beside]: _, ...body } = row.body;
      wholes.push(row);
      yield { ...row, rows: 0, body, isDraft: true };
    } else yield row;
  }
  yield* wholes;
}

/** Each row behind those that it lies in; where they lie in each other, in the order of the file. */
async function* parentsFirst(layout: RowLayout, rows: readonly ReadRow[]): AsyncGenerator<ReadRow> {
  const slice = new TimeSlice();
  const byName = new Map(rows.flatMap((row) => (row.name === undefined ? [] : [[row.name, row] as const])));
  const begun = new Set<ReadRow>();
  for (const first of rows) {
    const open = begun.has(first) ? [] : [first];
    while (open.length) {
      const row = open.at(-1) as ReadRow;
      begun.add(row);
      const next = layout
        .above(row.body)
        .map((name) => byName.get(name))
        .find((above) => above && !begun.has(above));
      if (next) open.push(next);
      else yield open.pop() as ReadRow;
    }
    await slice.turn();
  }
}
