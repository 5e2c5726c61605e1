import { JobRegistry } from '@app/queue';
import { Module } from '@nestjs/common';
import { NextRuns } from './runs/next-runs';
import { RunDoorbell } from './runs/run-doorbell';
import { VALIDATE_JOB } from './runs/validate-job';

/** Sending the jobs of validation runs: what those who ask and those who work have in common. */
@Module({ providers: [RunDoorbell, NextRuns], exports: [RunDoorbell, NextRuns] })
export class ValidationJobsModule {
  constructor(jobs: JobRegistry) {
    jobs.declare(VALIDATE_JOB);
  }
}
