import { badRequest, type Actor } from '@app/common';
import { Database, planOnce, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, runKey } from '../event/event-key';
import { readEvent } from '../event/read-event';
import { EventRepository } from '../facts/event.repository';
import { columnRows, RunFactsRepository, type ColumnRow } from '../facts/run-facts.repository';
import { ShownTables } from '../keeping/shown-tables';
import { NameFinder, type UnresolvedName } from '../naming/name-finder';
import { aliasRows, nameKeys, type AliasRow, type KnownName } from '../naming/name.repository';
import type { TouchedEdges } from '../publish/edge-publisher';
import { EventPublisher, type PublishedEvent } from '../publish/event-publisher';
import { AdmissionControl } from './admission-control';
import { SenderRights } from './sender-rights';

export interface EventReceipt {
  /** The same event was taken before: nothing was done. */
  readonly duplicate: boolean;
  /** The parts that were left out, and why. */
  readonly notes: readonly string[];
  /** Datasets that are no asset of the catalog so far. */
  readonly unresolved: readonly UnresolvedName[];
}

/** A receipt, and the datasets whose tables the rules make. */
interface StoredEvent {
  readonly receipt: EventReceipt;
  readonly toMake: readonly string[];
}

const REPEATED: EventReceipt = { duplicate: true, notes: [], unresolved: [] };

interface SentEvent {
  readonly event: LineageEvent;
  /** The event as it came. */
  readonly sent: unknown;
  /** Pairs of columns that it names for the outputs of its run. */
  readonly columns: readonly ColumnRow[];
}

/** Edges that one run can make. */
const MOST_EDGES = 10_000;
const MOST_NOTES = 50;
/** Times that an event is written again when another one made the same test case meanwhile. */
const REPEATS = 3;

/**
 * Takes events of OpenLineage: each is one transaction, wholly or not at all, and once, however often it is sent. What the catalog
 * is in the end does not depend on the order in which they come.
 */
@Injectable()
export class EventIntake {
  constructor(
    private readonly database: Database,
    private readonly gate: AdmissionControl,
    private readonly rights: SenderRights,
    private readonly events: EventRepository,
    private readonly runs: RunFactsRepository,
    private readonly names: NameFinder,
    private readonly publisher: EventPublisher,
    private readonly tables: ShownTables,
  ) {}

  /**
   * @throws {AppError} BAD_REQUEST that names the path; FORBIDDEN without EditLineage on an asset; TOO_MANY_REQUESTS where this
   *   process is behind
   */
  async take(actor: Actor, sent: unknown): Promise<EventReceipt> {
    const event = readEvent(sent);
    const { receipt, toMake } = await this.gate.pass(async () =>
      this.store(actor, { event, sent, columns: counts(event) ? await columnRows(event) : [] }),
    );
    if (toMake.length === 0) return receipt;
    const made = await this.tables.make(toMake);
    return { ...receipt, unresolved: receipt.unresolved.filter((name) => !made.has(datasetKey(name))) };
  }

  private async store(actor: Actor, taken: SentEvent): Promise<StoredEvent> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.storeIn(tx, actor, taken), actor.origin);
      } catch (error) {
        if (error instanceof TakenBefore) return { receipt: REPEATED, toMake: [] };
        if (attempt > REPEATS || violatedIndex(error) !== 'entity_fqn') throw error;
      }
    }
  }

  private async storeIn(tx: Transaction, actor: Actor, { event, sent, columns }: SentEvent): Promise<StoredEvent> {
    const run = runKey(event);
    const keys = nameKeys(event);
    const joins = run !== undefined && counts(event);
    const [aliases, notes] = this.aliasesOf(actor, event);
    // What follows from these may be large: a deletion of all that lies below.
    const isSmall = event.datasets.every(({ assertions, lifecycle }) => !assertions.length && !lifecycle);
    const ofEvent = { event, aliases, run: joins ? run : undefined, owned: this.rights.dependOnOwners(actor, event) };
    // Sent together; each is answered after the one before.
    const [, isNew, , ofRun, put] = await Promise.all([
      isSmall && planOnce(tx),
      this.events.add(tx, event, sent, actor.name),
      run === undefined ? undefined : this.runs.putRun(tx, run, event),
      joins ? this.runs.putDatasets(tx, run, event) : undefined,
      this.names.put(tx, ofEvent),
    ]);
    if (!isNew) throw new TakenBefore();
    const found = await this.names.complete(tx, ofEvent, put);
    const of = (wanted: readonly string[]): KnownName[] => wanted.flatMap((key) => found.known.get(key) ?? []);
    const names = of(keys);
    await this.rights.requireLineage(tx, actor, ofRun ? of([...ofRun.inputs, ...ofRun.outputs]) : names);
    if (ofRun) requireFewEdges(ofRun.inputs.length, ofRun.outputs.length);
    const inputs = new Set(ofRun?.inputs);
    const touched = touchedBy(of(ofRun?.outputs ?? outputKeys(event)), inputs, columns);
    // Of a name that no other event has had there is nothing to publish but this event.
    const arrived = found.arrived.filter(({ repeated }) => repeated).map(({ key }) => key);
    const mayTest = this.rights.mayTest(actor);
    const taken = { event, columns, run, joins, inputs, names, arrived, touched, notes, mayTest };
    const published = await this.publisher.publish(tx, actor, taken);
    const shown = await this.end(tx, event, published);
    const receipt = { duplicate: false, notes: [...event.notes, ...shown], unresolved: found.unresolved };
    return { receipt, toMake: found.toMake };
  }

  /** The other names of the datasets: they say for all senders which asset is meant. @returns them, and what is left out */
  private aliasesOf(actor: Actor, event: LineageEvent): [AliasRow[], string[]] {
    const aliases = aliasRows(event);
    if (aliases.length === 0 || this.rights.mayLinkAll(actor)) return [aliases, []];
    return [[], [`symlinks are left out: only who may edit the lineage of every asset says that names mean the same`]];
  }

  /** Stores the notes and commits along with what was sent before. @returns the notes that are stored */
  private async end(tx: Transaction, event: LineageEvent, { notes, sent }: PublishedEvent): Promise<string[]> {
    const shown = [...new Set(notes)].slice(0, MOST_NOTES);
    const noted = this.events.addNotes(tx, event, shown);
    this.database.endsNow(tx);
    await Promise.all([sent, noted]);
    return shown;
  }
}

/** Keys of the outputs of an event, where it has no run. */
function outputKeys(event: LineageEvent): string[] {
  return event.datasets.filter(({ output }) => output).map(datasetKey);
}

/** @param inputs keys of datasets; other runs may have reported the edges from those that columns are made of */
function touchedBy(
  outputs: readonly KnownName[],
  inputs: ReadonlySet<string>,
  columns: readonly ColumnRow[],
): TouchedEdges | undefined {
  const sources = [...new Set([...inputs, ...columns.map((pair) => pair.from_dataset)])];
  const targets = [...new Set(outputs.flatMap(({ asset }) => asset?.node ?? []))];
  return sources.length > 0 && targets.length > 0 ? { sources, targets } : undefined;
}

/** Rolls back what was sent along with an event that is there already. */
class TakenBefore extends Error {}

/** @throws {AppError} BAD_REQUEST */
function requireFewEdges(inputs: number, outputs: number): void {
  if (inputs * outputs <= MOST_EDGES) return;
  const message = `${inputs} inputs × ${outputs} outputs of the run are more than ${MOST_EDGES} edges`;
  throw badRequest(`outputs: ${message}`, [{ field: 'outputs', message }]);
}
