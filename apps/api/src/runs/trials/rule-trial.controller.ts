import type { Actor } from '@app/common';
import { MAX_RULES, RuleTrials } from '@app/validation';
import type { TrialAnswer } from '@app/validation';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../http/access';
import { Answer, Takes } from '../../http/described';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';

const text = { type: 'string' };
const RULE = { description: 'JSON-logic, as an object or a text of JSON' };

const REQUEST_SCHEMA = {
  type: 'object',
  description: 'Either rule or rules; either asset, or entityId with entityType.',
  properties: {
    rule: RULE,
    rules: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_RULES,
      items: { type: 'object', properties: { name: text, rule: RULE } },
    },
    entityId: { type: 'string', format: 'uuid' },
    entityType: text,
    asset: { type: 'object', description: 'The JSON of an asset' },
  },
};
const REQUEST = {
  rules: [{ name: 'described', rule: { '!!': { var: 'description' } } }, { name: 'hasOwner' }],
  asset: { name: 'orders', description: 'All orders' },
};

const ANSWER_SCHEMA = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      description: 'What each rule says, in the order sent',
      items: {
        type: 'object',
        required: ['evaluated'],
        properties: {
          name: text,
          evaluated: { type: 'boolean', description: 'false: a text for people' },
          passed: { type: 'boolean' },
          reason: { ...text, description: 'Why it did not pass' },
        },
      },
    },
  },
};
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
  @Takes(REQUEST_SCHEMA, REQUEST)
  @Answer(200, 'What the rules say', ANSWER_SCHEMA, ANSWER)
  evaluate(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<TrialAnswer> {
    return this.trials.evaluate(actor, body);
  }
}
