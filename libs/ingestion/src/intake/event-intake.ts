import { badRequest, type Actor } from '@app/common';
import { Database, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, runKey, stampOf } from '../event/event-key';
import { readEvent } from '../event/read-event';
import { DatasetFactsRepository } from '../facts/dataset-facts.repository';
import { EventRepository } from '../facts/event.repository';
import { RunFactsRepository } from '../facts/run-facts.repository';
import { NameRepository, type KnownName } from '../naming/name.repository';
import { AssertionPublisher } from '../publish/assertion-publisher';
import { EdgePublisher } from '../publish/edge-publisher';
import { LifecyclePublisher } from '../publish/lifecycle-publisher';
import { NamePublisher } from '../publish/name-publisher';
import { ObservationPublisher } from '../publish/observation-publisher';
import { asAdministrator } from '../publish/as-administrator';
import { AdmissionControl } from './admission-control';
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
    return this.gate.pass(() => this.store(actor, event, sent));
  }

  private async store(actor: Actor, event: LineageEvent, sent: unknown): Promise<EventReceipt> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.storeIn(tx, actor, event, sent));
      } catch (error) {
        if (attempt > REPEATS || violatedIndex(error) !== 'entity_fqn') throw error;
      }
    }
  }

  private async storeIn(tx: Transaction, actor: Actor, event: LineageEvent, sent: unknown): Promise<EventReceipt> {
    if (!(await this.events.add(tx, event, sent, actor.name))) return { duplicate: true, notes: [], unresolved: [] };
    const run = runKey(event);
    if (run !== undefined) await this.runs.putRun(tx, run, event);
    const keys = await this.names.put(tx, event);
    const arrived = await this.names.resolve(tx, keys);
    const names = await this.names.find(tx, keys);
    if (run === undefined || !counts(event)) await this.rights.requireLineage(tx, actor, names);
    const notes = await this.publish(tx, actor, event, run, names, arrived);
    const shown = [...new Set(notes)].slice(0, MOST_NOTES);
    await this.events.addNotes(tx, event, shown);
    const unresolved = names.filter(({ kind, asset }) => kind === 'dataset' && !asset);
    return {
      duplicate: false,
      notes: [...event.notes, ...shown],
      unresolved: unresolved.map(({ namespace, name }) => ({ namespace, name })),
    };
  }

  private async publish(
    tx: Transaction,
    actor: Actor,
    event: LineageEvent,
    run: string | undefined,
    names: readonly KnownName[],
    arrived: readonly string[],
  ): Promise<string[]> {
    const notes: string[] = [];
    await this.facts.putFacets(tx, event);
    const mayTest = this.rights.mayTest(actor);
    const asserted = event.datasets.some(({ assertions }) => assertions.length > 0);
    if (asserted && !mayTest) notes.push(`${actor.name} may not create test cases: assertions are left out`);
    await this.facts.putEvidence(tx, event, run ?? names[0]!.key, mayTest);
    if (run !== undefined && counts(event)) notes.push(...(await this.publishRun(tx, actor, event, run)));
    await this.publishDatasets(tx, event, names);
    if (asserted && mayTest) {
      const nodes = names.flatMap(({ asset }) => asset?.node ?? []);
      notes.push(...(await this.assertions.publish(tx, asAdministrator(actor), nodes, [event.time.ms])));
    }
    for (const key of arrived) notes.push(...(await this.arrivals.publish(tx, actor, key)));
    notes.push(...(await this.lifecycle.publish(tx, actor, names, stampOf(event))));
    return notes;
  }

  private async publishRun(tx: Transaction, actor: Actor, event: LineageEvent, run: string): Promise<string[]> {
    await this.runs.putDatasets(tx, run, event);
    const { inputs, outputs } = await this.runs.datasets(tx, run);
    await this.rights.requireLineage(tx, actor, await this.names.find(tx, [...inputs, ...outputs]));
    requireFewEdges(inputs.length, outputs.length);
    await this.runs.putColumns(tx, event);
    await this.runs.putEdges(tx, run);
    await this.observations.publishRun(tx, run);
    const targets = await this.names.find(tx, outputs);
    return this.edges.publishAt(tx, actor, [...new Set(targets.flatMap(({ asset }) => asset?.node ?? []))]);
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

/** @throws {AppError} BAD_REQUEST */
function requireFewEdges(inputs: number, outputs: number): void {
  if (inputs * outputs <= MOST_EDGES) return;
  const message = `${inputs} inputs × ${outputs} outputs of the run are more than ${MOST_EDGES} edges`;
  throw badRequest(`outputs: ${message}`, [{ field: 'outputs', message }]);
}
