import { truncate } from '@app/common';
import { objectOf, textOf, listOf, readTime } from '../../event/lenient';
import type { DbtColumn, DbtFreshness, DbtRelation, DbtOutcome } from '../project';

/** The entry of a relation, as the database describes it. */
export interface CatalogEntry {
  readonly names: { readonly database?: string; readonly schema?: string; readonly name?: string };
  readonly columns: readonly DbtColumn[];
}

/** Reads a member of `nodes` or `sources` of catalog.json. */
export function catalogEntry(sent: unknown): CatalogEntry {
  const { metadata, columns } = objectOf(sent) ?? {};
  const { database, schema, name } = objectOf(metadata) ?? {};
  const names = { database: textOf(database), schema: textOf(schema), name: textOf(name) };
  const listed = Object.values(objectOf(columns) ?? {}).flatMap((one) => {
    const column = objectOf(one);
    const own = textOf(column?.name);
    const [type, comment] = [textOf(column?.type), textOf(column?.comment)];
    if (!column || own === undefined) return [];
    const position = typeof column.index === 'number' ? column.index : Number.MAX_SAFE_INTEGER;
    return [
      { place: position, column: { name: own, ...(type && { type }), ...(comment && { description: comment }) } },
    ];
  });
  return { names, columns: listed.sort((a, b) => a.place - b.place).map(({ column }) => column) };
}

/** The database knows how things are spelled and typed; the project what they mean. */
export function withCatalog(relation: DbtRelation, entry: CatalogEntry | undefined): DbtRelation {
  if (!entry) return relation;
  const { names } = entry;
  const documented = new Map(relation.columns.map((column) => [column.name.toLowerCase(), column]));
  const columns = entry.columns.map((column) => {
    const { description, constraint, constraints, tags } = documented.get(column.name.toLowerCase()) ?? {};
    return {
      ...column,
      ...(description && { description }),
      ...(constraint && { constraint }),
      ...(constraints && { constraints }),
      ...(tags && { tags }),
    };
  });
  const listed = new Set(entry.columns.map(({ name }) => name.toLowerCase()));
  const further = relation.columns.filter(({ name }) => !listed.has(name.toLowerCase()));
  return {
    ...relation,
    database: names.database ?? relation.database,
    schema: names.schema ?? relation.schema,
    name: names.name ?? relation.name,
    columns: [...columns, ...further],
  };
}

/** The members of a result of run_results.json that are used. */
export interface RunResult extends Omit<DbtOutcome, 'timestamp'> {
  /** Epoch ms at which its last step ended; absent where it does not say. */
  readonly endedAt?: number;
}

/** Characters of a message that are stored. */
const LONGEST_MESSAGE = 10_000;

/** Reads an item of `results`; none where it does not say what ended, or how. */
export function readResult(sent: unknown): RunResult[] {
  const result = objectOf(sent);
  const [id, status] = [textOf(result?.unique_id), textOf(result?.status)];
  if (!result || id === undefined || status === undefined) return [];
  const ends = listOf(result.timing).flatMap((step) => readTime(objectOf(step)?.completed_at)?.ms ?? []);
  const endedAt = ends.length ? ends.reduce((last, end) => Math.max(last, end)) : undefined;
  const message = shortened(textOf(result.message));
  const failures = Number.isSafeInteger(result.failures) ? (result.failures as number) : undefined;
  return [{ id, status, endedAt, message, failures }];
}

/** Reads an item of `results` of sources.json. @returns a text that says why it has no outcome */
export function readFreshness(sent: unknown): DbtFreshness | { readonly id: string; readonly reason: string } {
  const { unique_id: uniqueId, status, max_loaded_at: loaded } = objectOf(sent) ?? {};
  const id = textOf(uniqueId) ?? 'sources';
  const time = readTime(loaded);
  if (time) return { id, loadedAt: time.ms };
  return {
    id,
    reason: `its freshness says no max_loaded_at that is a time; its status is ${textOf(status)?.slice(0, 100)}`,
  };
}

/** A result without a time of its own has that of the report; none where that has none either. */
export function outcomeAt({ endedAt, ...result }: RunResult, generatedAt: number | undefined): DbtOutcome[] {
  const timestamp = endedAt ?? generatedAt;
  return timestamp === undefined ? [] : [{ ...result, timestamp }];
}

/** A copy: a slice would retain the whole text in memory. */
function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= LONGEST_MESSAGE) return text;
  return Buffer.from(truncate(text, LONGEST_MESSAGE), 'utf16le').toString('utf16le');
}
