import { Module } from '@nestjs/common';
import { PolicyMoveRound } from './policies/policy-move-round';
import { PolicyMovesRepository } from './policies/policy-moves.repository';
import { PolicyRepository } from './policies/policy.repository';
import { ProposalMetrics } from './proposals/proposal-metrics';

/** Follows policies and counts proposals: imported by the worker only, which starts the `PolicyMoveRound`. Needs DatabaseModule. */
@Module({
  providers: [PolicyMoveRound, PolicyMovesRepository, PolicyRepository, ProposalMetrics],
  exports: [PolicyMoveRound],
})
export class AgreementsWorkerModule {}
