import { badRequest, type Actor } from '@app/common';
import { Database, planOnce, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, runKey, stampOf } from '../event/event-key';
import { readEvent } from '../event/read-event';
import { DatasetFactsRepository } from '../facts/dataset-facts.repository';
import { EventRepository } from '../facts/event.repository';
import { columnRows, RunFactsRepository, type ColumnRow } from '../facts/run-facts.repository';
import { nameKeys, NameRepository, type KnownName } from '../naming/name.repository';
import { AssertionPublisher } from '../publish/assertion-publisher';
import { EdgePublisher, type TouchedEdges } from '../publish/edge-publisher';
import { LifecyclePublisher } from '../publish/lifecycle-publisher';
import { NamePublisher } from '../publish/name-publisher';
import { ObservationPublisher } from '../publish/observation-publisher';
import { asAdministrator } from '../publish/as-administrator';
import { AdmissionControl } from './admission-control';
import { PlainEvents } from './plain-events';
import { SenderRights } from './sender-rights';

/** What became of an event. */
export interface EventReceipt {
  /** The same event was taken before: nothing was done. */
  readonly duplicate: boolean;
  /** What was left out, and why. */
  readonly notes: readonly string[];
  /** Datasets that are no asset of the catalog so far. */
  readonly unresolved: readonly { readonly namespace: string; readonly name: string }[];
}

const REPEATED: EventReceipt = { duplicate: true, notes: [], unresolved: [] };

interface SentEvent {
  readonly event: LineageEvent;
  /** As it came. */
  readonly sent: unknown;
  /** Pairs of columns that it names for the outputs of its run. */
  readonly columns: readonly ColumnRow[];
}

/** An event whose names and rights are known. */
interface TakenEvent extends Omit<SentEvent, 'sent'> {
  readonly run: string | undefined;
  readonly names: readonly KnownName[];
  /** Keys of those whose assets have just been found, and that other events have had before. */
  readonly arrived: readonly string[];
  /** Where the event counts for its run: between which of the datasets edges may have changed. */
  readonly touched: TouchedEdges | undefined;
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
    private readonly plain: PlainEvents,
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
    return this.gate.pass(async () => {
      const taken = await this.plain.take(actor, event, sent);
      if (taken === 'repeated') return REPEATED;
      if (taken) return { duplicate: false, notes: event.notes, unresolved: taken.unresolved };
      return this.store(actor, { event, sent, columns: counts(event) ? await columnRows(event) : [] });
    });
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
    // What follows from these may be large: a deletion of all that lies below.
    const isSmall = event.datasets.every(({ assertions, lifecycle }) => !assertions.length && !lifecycle);
    // Sent together; each is answered after the one before.
    const [, isNew, , , resolved, ofRun, found] = await Promise.all([
      isSmall && planOnce(tx),
      this.events.add(tx, event, sent, actor.name),
      run === undefined ? undefined : this.runs.putRun(tx, run, event),
      this.names.put(tx, event),
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
    // Other runs may have told of the edges from datasets that columns are made of.
    const touched = ofRun && {
      sources: [...new Set([...ofRun.inputs, ...columns.map((pair) => pair.from_dataset)])],
      targets: [...new Set(of(ofRun.outputs).flatMap(({ asset }) => asset?.node ?? []))],
    };
    // Of a name that no other event has had there is nothing to publish but this event.
    const arrived = resolved.filter(({ repeated }) => repeated).map(({ key }) => key);
    const shown = await this.publish(tx, actor, { event, columns, run, names, arrived, touched });
    const unresolved = names.filter(({ kind, asset }) => kind === 'dataset' && !asset);
    return {
      duplicate: false,
      notes: [...event.notes, ...shown],
      unresolved: unresolved.map(({ namespace, name }) => ({ namespace, name })),
    };
  }

  /** @returns what was left out, and why, as it is stored */
  private async publish(tx: Transaction, actor: Actor, taken: TakenEvent): Promise<string[]> {
    const { event, columns, run, names, arrived, touched } = taken;
    const notes: string[] = [];
    const mayTest = this.rights.mayTest(actor);
    const asserted = event.datasets.some(({ assertions }) => assertions.length > 0);
    if (asserted && !mayTest) notes.push(`${actor.name} may not create test cases: assertions are left out`);
    const ofRun = run !== undefined && touched;
    const [, , , , , changes] = await Promise.all([
      this.facts.putFacets(tx, event),
      this.facts.putEvidence(tx, event, run ?? names[0]!.key, mayTest),
      ofRun && this.runs.putColumns(tx, columns),
      ofRun && this.runs.putEdges(tx, run),
      ofRun && this.observations.publishRun(tx, run),
      ofRun ? this.edges.changesAt(tx, touched) : { drafts: [], notes: [] },
      this.publishDatasets(tx, event, names),
    ]);
    notes.push(...changes.notes);
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

/** Rolls back what was sent along with an event that is there already. */
class TakenBefore extends Error {}

/** @throws {AppError} BAD_REQUEST */
function requireFewEdges(inputs: number, outputs: number): void {
  if (inputs * outputs <= MOST_EDGES) return;
  const message = `${inputs} inputs × ${outputs} outputs of the run are more than ${MOST_EDGES} edges`;
  throw badRequest(`outputs: ${message}`, [{ field: 'outputs', message }]);
}
