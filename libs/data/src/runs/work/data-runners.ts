import { Injectable } from '@nestjs/common';
import type { DataRunKind } from '../data-run';
import type { DataRunner } from './data-runner';

/** The runners of this process: it claims runs of their kinds. A library registers its own in its module initialisation. */
@Injectable()
export class DataRunners {
  // eslint-disable-next-line house/no-learned-ways -- filled while the process starts
  private readonly byKind = new Map<DataRunKind, DataRunner>();

  register(runner: DataRunner): void {
    if (this.byKind.has(runner.kind)) throw new Error(`Data runs of the kind ${runner.kind} have two runners`);
    this.byKind.set(runner.kind, runner);
  }

  get kinds(): DataRunKind[] {
    return [...this.byKind.keys()];
  }

  of(kind: DataRunKind): DataRunner {
    const runner = this.byKind.get(kind);
    if (!runner) throw new Error(`Nothing runs data runs of the kind ${kind}`);
    return runner;
  }
}
