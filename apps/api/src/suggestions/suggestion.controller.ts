import type { Actor } from '@app/common';
import { SuggestionService, type Suggested } from '@app/suggestions';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { SuggestionDto } from './suggestion.dto';
import { ASKED, SUGGESTED_CONTRACT, SUGGESTED_CONTRACT_SCHEMA } from './suggestion.examples';

/** Contracts that follow from what is known of assets. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class SuggestionController {
  constructor(private readonly suggestions: SuggestionService) {}

  @Post('suggest')
  @HttpCode(200)
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'suggestContract',
    summary: 'Suggest a contract for an asset',
    description:
      'Suggests promises that the catalog declares, or that profiles, refreshes and test results met without exception, with the evidence for each. Needs ViewBasic on the asset. Nothing is stored. If the asset has a contract, only promises that it does not make yet.',
  })
  @Takes(SuggestionDto, ASKED)
  @Answer(200, 'The suggested promises', SUGGESTED_CONTRACT_SCHEMA, SUGGESTED_CONTRACT)
  suggest(@CurrentActor() actor: Actor, @Body() body: SuggestionDto): Promise<Suggested> {
    return this.suggestions.suggest(actor, body);
  }
}
