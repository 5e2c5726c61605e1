import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, stampOf } from '../event/event-key';
import { DatasetFactsRepository } from '../facts/dataset-facts.repository';
import { edgelessColumns } from '../facts/edgeless-columns';
import { RunFactsRepository, type ColumnRow } from '../facts/run-facts.repository';
import type { KnownName } from '../naming/name.repository';
import { AssertionPublisher } from './assertion-publisher';
import { EdgePublisher, NO_CHANGES, type TouchedEdges } from './edge-publisher';
import { LifecyclePublisher } from './lifecycle-publisher';
import { NamePublisher } from './name-publisher';
import { ObservationPublisher } from './observation-publisher';

/** An event whose names and rights are known. */
export interface TakenEvent {
  readonly event: LineageEvent;
  /** Pairs of columns that it names for the outputs of its run. */
  readonly columns: readonly ColumnRow[];
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
  /** Whether its sender may create test cases. */
  readonly mayTest: boolean;
  /** The parts that were left out so far, and why. */
  readonly notes: readonly string[];
}

/** The work that is left before the transaction ends. */
export interface PublishedEvent {
  /** The parts that were left out, and why. */
  readonly notes: readonly string[];
  /** The last statement, where its answer is not waited for. */
  readonly sent?: Promise<void>;
}

/** Stores the facts of an event, and changes what follows from them: edges, observations, test results, states of assets. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly runs: RunFactsRepository,
    private readonly facts: DatasetFactsRepository,
    private readonly edges: EdgePublisher,
    private readonly observations: ObservationPublisher,
    private readonly assertions: AssertionPublisher,
    private readonly lifecycle: LifecyclePublisher,
    private readonly arrivals: NamePublisher,
  ) {}

  async publish(tx: Transaction, actor: Actor, taken: TakenEvent): Promise<PublishedEvent> {
    const { event, columns, run, joins, names, arrived, touched, mayTest } = taken;
    const notes = [...taken.notes];
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
    // An input of the run has an edge, unless the event lists the edges itself.
    const unread = event.lineage ? columns : columns.filter((pair) => !taken.inputs.has(pair.from_dataset));
    if (isLess && touched) await this.edges.withdraw(tx, actor, touched.targets);
    notes.push(...changes.notes, ...(await edgelessColumns(tx, event, unread)));
    const tests = asserted && mayTest;
    const changesState = event.datasets.some(({ lifecycle }) => lifecycle !== undefined);
    const written = this.edges.put(tx, actor, changes);
    // Of most events nothing else follows.
    if (!tests && !changesState && arrived.length === 0) return { notes, sent: written };
    await written;
    if (tests) {
      const nodes = names.flatMap(({ asset }) => asset?.node ?? []);
      notes.push(...(await this.assertions.publish(tx, actor, nodes, [event.time.ms])));
    }
    for (const key of arrived) notes.push(...(await this.arrivals.publish(tx, actor, key)));
    if (changesState) notes.push(...(await this.lifecycle.publish(tx, actor, names, stampOf(event))));
    return { notes };
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
