import { badRequest, type Actor } from '@app/common';
import { Database, planOnce, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, runKey, stampOf } from '../event/event-key';
import { readEvent } from '../event/read-event';
import { DatasetFactsRepository } from '../facts/dataset-facts.repository';
import { edgelessColumns } from '../facts/edgeless-columns';
import { EventRepository } from '../facts/event.repository';
import { columnRows, RunFactsRepository, type ColumnRow } from '../facts/run-facts.repository';
import { aliasRows, nameKeys, NameRepository, type AliasRow, type KnownName } from '../naming/name.repository';
import { AssertionPublisher } from '../publish/assertion-publisher';
import { EdgePublisher, type TouchedEdges } from '../publish/edge-publisher';
import { LifecyclePublisher } from '../publish/lifecycle-publisher';
import { NamePublisher } from '../publish/name-publisher';
import { ObservationPublisher } from '../publish/observation-publisher';
import { asAdministrator } from '../publish/as-administrator';
import { AdmissionControl } from './admission-control';
import { SenderRights } from './sender-rights';

/** The outcome of an event. */
export interface EventReceipt {
  /** The same event was taken before: nothing was done. */
  readonly duplicate: boolean;
  /** The parts that were left out, and why. */
  readonly notes: readonly string[];
  /** Datasets that are no asset of the catalog so far. */
  readonly unresolved: readonly { readonly namespace: string; readonly name: string }[];
}

const REPEATED: EventReceipt = { duplicate: true, notes: [], unresolved: [] };

interface SentEvent {
  readonly event: LineageEvent;
  /** The event as it came. */
  readonly sent: unknown;
  /** Pairs of columns that it names for the outputs of its run. */
  readonly columns: readonly ColumnRow[];
}

/** An event whose names and rights are known. */
interface TakenEvent extends Omit<SentEvent, 'sent'> {
  readonly run: string | undefined;
  /** Whether its inputs and outputs are those of the run. */
  readonly joins: boolean;
  /** Keys of all inputs of the run. */
  readonly inputs: ReadonlySet<string>;
  readonly names: readonly KnownName[];
  /** Keys of those whose assets have just been found, and that other events have had before. */
  readonly arrived: readonly string[];
  /** Between which of the datasets edges may have changed; absent: between none. */
  readonly touched: TouchedEdges | undefined;
  /** The parts that were left out so far, and why. */
  readonly notes: readonly string[];
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
    private readonly facts: DatasetFactsRepository,
    private readonly names: NameRepository,
    private readonly edges: EdgePublisher,
    private readonly observations: ObservationPublisher,
    private readonly assertions: AssertionPublisher,
    private readonly lifecycle: LifecyclePublisher,
    private readonly arrivals: NamePublisher,
  ) {}

  /**
   * @throws {AppError} BAD_REQUEST that names the place; FORBIDDEN without EditLineage on an asset; TOO_MANY_REQUESTS where this
   *   process is behind
   */
  take(actor: Actor, sent: unknown): Promise<EventReceipt> {
    const event = readEvent(sent);
    return this.gate.pass(async () =>
      this.store(actor, { event, sent, columns: counts(event) ? await columnRows(event) : [] }),
    );
  }

  private async store(actor: Actor, taken: SentEvent): Promise<EventReceipt> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.storeIn(tx, actor, taken), actor.origin);
      } catch (error) {
        if (error instanceof TakenBefore) return REPEATED;
        if (attempt > REPEATS || violatedIndex(error) !== 'entity_fqn') throw error;
      }
    }
  }

  private async storeIn(tx: Transaction, actor: Actor, { event, sent, columns }: SentEvent): Promise<EventReceipt> {
    const run = runKey(event);
    const keys = nameKeys(event);
    const joins = run !== undefined && counts(event);
    const [aliases, notes] = this.aliasesOf(actor, event);
    // What follows from these may be large: a deletion of all that lies below.
    const isSmall = event.datasets.every(({ assertions, lifecycle }) => !assertions.length && !lifecycle);
    // Sent together; each is answered after the one before.
    const [, isNew, , , , resolved, ofRun, found] = await Promise.all([
      isSmall && planOnce(tx),
      this.events.add(tx, event, sent, actor.name),
      run === undefined ? undefined : this.runs.putRun(tx, run, event),
      this.names.put(tx, event),
      this.names.putAliases(tx, aliases),
      this.names.resolve(tx, keys),
      joins ? this.runs.putDatasets(tx, run, event) : undefined,
      this.names.find(tx, keys, { run: joins ? run : undefined, owned: this.rights.dependOnOwners(actor, event) }),
    ]);
    if (!isNew) throw new TakenBefore();
    const known = new Map(found.map((name) => [name.key, name]));
    const of = (wanted: readonly string[]): KnownName[] => wanted.flatMap((key) => known.get(key) ?? []);
    const names = of(keys);
    await this.rights.requireLineage(tx, actor, ofRun ? of([...ofRun.inputs, ...ofRun.outputs]) : names);
    if (ofRun) requireFewEdges(ofRun.inputs.length, ofRun.outputs.length);
    const inputs = new Set(ofRun?.inputs);
    const touched = touchedBy(of(ofRun?.outputs ?? outputKeys(event)), inputs, columns);
    // Of a name that no other event has had there is nothing to publish but this event.
    const arrived = resolved.filter(({ repeated }) => repeated).map(({ key }) => key);
    const taken = { event, columns, run, joins, inputs, names, arrived, touched, notes };
    const shown = await this.publish(tx, actor, taken);
    const unresolved = names.filter(({ kind, asset }) => kind === 'dataset' && !asset);
    return {
      duplicate: false,
      notes: [...event.notes, ...shown],
      unresolved: unresolved.map(({ namespace, name }) => ({ namespace, name })),
    };
  }

  /** The other names of the datasets: they say for all senders which asset is meant. @returns them, and what is left out */
  private aliasesOf(actor: Actor, event: LineageEvent): [AliasRow[], string[]] {
    const aliases = aliasRows(event);
    if (aliases.length === 0 || this.rights.mayLinkAll(actor)) return [aliases, []];
    return [[], [`symlinks are left out: only who may edit the lineage of every asset says that names mean the same`]];
  }

  /** @returns what was left out, and why, as it is stored */
  private async publish(tx: Transaction, actor: Actor, taken: TakenEvent): Promise<string[]> {
    const { event, columns, run, joins, names, arrived, touched } = taken;
    const notes = [...taken.notes];
    const mayTest = this.rights.mayTest(actor);
    const asserted = event.datasets.some(({ assertions }) => assertions.length > 0);
    if (asserted && !mayTest) notes.push(`${actor.name} may not create test cases: assertions are left out`);
    if (!counts(event) && event.datasets.some(({ output }) => output))
      notes.push('a run that failed or was aborted has made nothing: its outputs have no edges of it');
    const ofRun = joins ? run : undefined;
    const [, , , isLess, , , changes] = await Promise.all([
      this.facts.putFacets(tx, event),
      this.facts.putEvidence(tx, event, run ?? names[0]!.key, mayTest),
      this.runs.putColumns(tx, columns),
      ofRun !== undefined && event.lineage && this.runs.putExplicitEdges(tx, ofRun, event),
      ofRun !== undefined && this.runs.putEdges(tx, ofRun),
      ofRun !== undefined && this.observations.publishRun(tx, ofRun),
      touched ? this.edges.changesAt(tx, touched) : NO_CHANGES,
      this.publishDatasets(tx, event, names),
    ]);
    // Of an input of the run there is an edge, unless the event tells the edges itself.
    const unread = event.lineage ? columns : columns.filter((pair) => !taken.inputs.has(pair.from_dataset));
    if (isLess && touched) await this.edges.withdraw(tx, actor, touched.targets);
    notes.push(...changes.notes, ...(await edgelessColumns(tx, event, unread)));
    const tests = asserted && mayTest;
    const changesState = event.datasets.some(({ lifecycle }) => lifecycle !== undefined);
    const written = this.edges.put(tx, actor, changes.drafts);
    // Of most events nothing else follows.
    if (!tests && !changesState && arrived.length === 0) return this.end(tx, event, notes, written);
    await written;
    if (tests) {
      const nodes = names.flatMap(({ asset }) => asset?.node ?? []);
      notes.push(...(await this.assertions.publish(tx, asAdministrator(actor), nodes, [event.time.ms])));
    }
    for (const key of arrived) notes.push(...(await this.arrivals.publish(tx, actor, key)));
    if (changesState) notes.push(...(await this.lifecycle.publish(tx, actor, names, stampOf(event))));
    return this.end(tx, event, notes);
  }

  /** Stores the notes and commits along with what was sent before. @returns the notes that are stored */
  private async end(
    tx: Transaction,
    event: LineageEvent,
    notes: readonly string[],
    sent?: Promise<void>,
  ): Promise<string[]> {
    const shown = [...new Set(notes)].slice(0, MOST_NOTES);
    const noted = this.events.addNotes(tx, event, shown);
    this.database.endsNow(tx);
    await Promise.all([sent, noted]);
    return shown;
  }

  private async publishDatasets(tx: Transaction, event: LineageEvent, names: readonly KnownName[]): Promise<void> {
    const written = new Set(event.datasets.filter(({ written: has }) => has).map(datasetKey));
    const known = names.filter(({ key, asset }) => asset && written.has(key));
    await this.observations.publishStatistics(
      tx,
      known.map(({ key }) => key),
    );
  }
}

const NO_CHANGES = { drafts: [], notes: [] };

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
