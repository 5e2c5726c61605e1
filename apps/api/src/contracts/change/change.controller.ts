import { ChangeCheck, type CheckedChange } from '@app/agreements';
import type { Actor } from '@app/common';
import { ChangeControl, type ContractComparison } from '@app/contracts';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../http/access';
import { Answer, entity, Takes } from '../../http/described';
import { UuidParam } from '../../http/input';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { CONTRACT } from '../read/contract-content';
import { CHANGES_EXAMPLE, COMPARISON_SCHEMA, VERDICT_SCHEMA } from './change-schema';
import { CheckDto, proposalOptions, ProposalQuery, ProposedImportQuery, VersionsQuery } from './change-query';

const resource = 'dataContract';

/** The changes of a contract, and the promises that a proposed change would break. */
@ApiTags('contract changes')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ChangeController {
  constructor(
    private readonly changes: ChangeControl,
    private readonly checks: ChangeCheck,
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
      'The document is read as a PUT would read it, and nothing is stored. Name and entity can be left out, and the asset may lack columns. ODCS documents are accepted too.',
  })
  @Takes(entity('CreateDataContract'), CONTRACT.example)
  @Answer(200, 'The changes', COMPARISON_SCHEMA, { from: 0.3, compatible: false, changes: CHANGES_EXAMPLE })
  withProposed(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ProposedImportQuery,
    @Body() document: unknown,
  ): Promise<ContractComparison> {
    return this.changes.withProposed(actor, id, document, proposalOptions(query));
  }

  @Post(':id/check')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'checkContractChange',
    summary: 'Check whether a proposed document is compatible with a contract',
    description:
      'backward: consumers of the old contract can use the new one; forward: consumers of the new contract can use the old one; full: both; none: every change is allowed.',
  })
  @Answer(200, 'The outcome, and the changes that decide it', VERDICT_SCHEMA, {
    compatible: false,
    changes: CHANGES_EXAMPLE,
  })
  check(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ProposalQuery,
    @Body() { document, mode }: CheckDto,
  ): Promise<CheckedChange> {
    return this.checks.check(actor, id, document, mode, proposalOptions(query));
  }
}
