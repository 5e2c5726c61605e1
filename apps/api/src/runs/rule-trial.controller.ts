import type { Actor } from '@app/common';
import { RuleTrials, type TrialAnswer } from '@app/validation';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer, Takes } from '../http/described';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { flag, object, text } from '../http/schemas';
import { RuleTrialDto } from './run.dto';

const REQUEST = {
  rules: [{ name: 'described', rule: { '!!': { var: 'description' } } }, { name: 'hasOwner' }],
  asset: { name: 'orders', description: 'All orders' },
};

const ANSWER_SCHEMA = object({
  results: {
    type: 'array',
    description: 'Outcome of each rule, in the order sent',
    items: object({
      'name?': text,
      evaluated: { type: 'boolean', description: 'false: a text for people' },
      'passed?': flag,
      'reason?': { ...text, description: 'Why it did not pass' },
    }),
  },
});
const ANSWER = {
  results: [
    { name: 'described', evaluated: true, passed: true },
    { name: 'hasOwner', evaluated: true, passed: false, reason: 'owners is empty' },
  ],
};

/** Semantics rules before they stand in a contract. */
@ApiTags('validation')
@SpeaksYaml()
@Controller('v1/dataContracts/rules')
export class RuleTrialController {
  constructor(private readonly trials: RuleTrials) {}

  @Post('evaluate')
  @HttpCode(200)
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({ operationId: 'evaluateRules', summary: 'Try semantics rules on an asset; nothing is stored' })
  @Takes(RuleTrialDto, REQUEST)
  @Answer(200, 'The outcome of each rule', ANSWER_SCHEMA, ANSWER)
  evaluate(@CurrentActor() actor: Actor, @Body() body: RuleTrialDto): Promise<TrialAnswer> {
    return this.trials.evaluate(actor, body);
  }
}
