import type { Actor } from '@app/common';
import { ChangeControl, type CompatibilityVerdict, type ContractComparison } from '@app/contracts';
import { brokenColumns, ConsumerService, type ConcernedConsumer } from '@app/governance';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../http/access';
import { Answer, entity, Takes } from '../../http/described';
import { UuidParam } from '../../http/input';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { CONTRACT } from '../read/contract-content';
import { CHANGES_EXAMPLE, COMPARISON_SCHEMA, VERDICT_SCHEMA } from './change-schema';
import { CheckDto, ProposalQuery, VersionsQuery } from './change-query';

const resource = 'dataContract';

/** The changes of a contract, and the promises that a proposed change would break. */
@ApiTags('contract changes')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ChangeController {
  constructor(
    private readonly changes: ChangeControl,
    private readonly consumers: ConsumerService,
  ) {}

  @Get(':id/diff')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'diffContractVersions', summary: 'Compare two versions of a contract' })
  @Answer(200, 'The changes', COMPARISON_SCHEMA, { from: 0.3, to: 1.3, compatible: false, changes: CHANGES_EXAMPLE })
  betweenVersions(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() { from, to }: VersionsQuery,
  ): Promise<ContractComparison> {
    return this.changes.betweenVersions(actor, id, { from, to });
  }

  @Post(':id/diff')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'diffContractWithProposed',
    summary: 'Compare a contract with a proposed document',
    description:
      'The document is read as a PUT would read it, and nothing is stored. Name and entity may be left out, the asset may lack columns. One of the Open Data Contract Standard is taken too.',
  })
  @Takes(entity('CreateDataContract'), CONTRACT.example)
  @Answer(200, 'The changes', COMPARISON_SCHEMA, { from: 0.3, compatible: false, changes: CHANGES_EXAMPLE })
  withProposed(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() { objectName }: ProposalQuery,
    @Body() document: unknown,
  ): Promise<ContractComparison> {
    return this.changes.withProposed(actor, id, document, { objectName: objectName || undefined });
  }

  @Post(':id/check')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'checkContractChange',
    summary: 'Ask whether a contract may become what a proposed document says',
    description:
      'backward: who relied on the old contract may rely on the new one; forward: the same with the two exchanged; full: both; none: anything goes.',
  })
  @Answer(200, 'The verdict', VERDICT_SCHEMA, { compatible: false, changes: CHANGES_EXAMPLE })
  async check(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() { objectName }: ProposalQuery,
    @Body() { document, mode }: CheckDto,
  ): Promise<CompatibilityVerdict & { readonly consumers?: readonly ConcernedConsumer[] }> {
    const verdict = await this.changes.check(actor, id, document, mode, { objectName: objectName || undefined });
    if (verdict.compatible) return verdict;
    const consumers = await this.consumers.concerned(actor, id, brokenColumns(verdict.changes));
    return { ...verdict, ...(consumers.length > 0 && { consumers }) };
  }
}
