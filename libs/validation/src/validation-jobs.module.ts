import { JobRegistry } from '@app/queue';
import { Module } from '@nestjs/common';
import { BatchBell } from './batches/batch-bell';
import { FEED_JOB } from './batches/feed-job';
import { NextRuns } from './runs/next-runs';
import { RunBlocks } from './runs/run-blocks';
import { RunDoorbell } from './runs/run-doorbell';
import { VALIDATE_JOB } from './runs/validate-job';
import { WaitingAge } from './runs/waiting-age';

const SHARED = [RunDoorbell, NextRuns, RunBlocks, BatchBell];

/** Sending the jobs of validation runs: what those who ask and those who work have in common. */
@Module({ providers: [...SHARED, WaitingAge], exports: SHARED })
export class ValidationJobsModule {
  constructor(jobs: JobRegistry) {
    jobs.declare(VALIDATE_JOB);
    jobs.declare(FEED_JOB);
  }
}
