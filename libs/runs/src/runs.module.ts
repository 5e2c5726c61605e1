import { Module } from '@nestjs/common';
import { Leases } from './leases';
import { RunMetrics } from './run-metrics';
import { RunQueue } from './run-queue';

/** The queue of claimed work of a worker, and the leases of what it has claimed. Needs DatabaseModule. */
@Module({ providers: [Leases, RunMetrics, RunQueue], exports: [Leases, RunQueue] })
export class RunsModule {}
