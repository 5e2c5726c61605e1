import { AccessTokens, type AccessTokenView, type AuthenticatedActor, type NewAccessToken } from '@app/auth';
import { invalidFields, type Actor } from '@app/common';
import { Body, Controller, Get, Put, Query, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { ACCESS_TOKENS, NEW_ACCESS_TOKEN } from './identity.examples';
import { ACCESS_TOKEN_SCHEMA, NEW_ACCESS_TOKEN_SCHEMA } from './identity.schemas';
import { AccessTokenDto, RevokeTokensDto, RevokeTokensQuery, TokenOwnerQuery } from './identity.dto';

interface AccessTokenList {
  readonly data: readonly AccessTokenView[];
  readonly paging: { readonly total: number };
}

@ApiTags('identity')
@Controller('v1/users/security/token')
export class AccessTokenController {
  constructor(private readonly tokens: AccessTokens) {}

  @Put()
  @Header('Cache-Control', 'no-store')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'createAccessToken', summary: 'Create a personal token, or one for a bot' })
  @Answer(
    200,
    'The only answer that contains the text of the token. A personal token cannot create a token that outlives it: `expiryDate` says when the new one ends.',
    NEW_ACCESS_TOKEN_SCHEMA,
    NEW_ACCESS_TOKEN,
  )
  create(
    @CurrentActor() actor: AuthenticatedActor,
    @Body() body: AccessTokenDto,
    @Query() { username }: TokenOwnerQuery,
  ): Promise<NewAccessToken> {
    return this.tokens.create(actor, body, username);
  }

  @Get()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'listAccessTokens',
    summary: 'List the tokens that are not revoked, without their text',
  })
  @Answer(200, 'Newest first.', pageOf(ACCESS_TOKEN_SCHEMA), ACCESS_TOKENS)
  async list(@CurrentActor() actor: Actor, @Query() { username }: TokenOwnerQuery): Promise<AccessTokenList> {
    return listOf(await this.tokens.list(actor, username));
  }

  @Put('revoke')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'revokeAccessTokens', summary: 'Revoke tokens by id, or all of them' })
  @Answer(200, 'The tokens that are not revoked', pageOf(ACCESS_TOKEN_SCHEMA), ACCESS_TOKENS)
  async revoke(
    @CurrentActor() actor: Actor,
    @Query() { username, removeAll }: RevokeTokensQuery,
    @Body() body?: RevokeTokensDto,
  ): Promise<AccessTokenList> {
    const ids = removeAll === 'true' ? 'all' : body?.tokenIds;
    if (!ids)
      throw invalidFields([{ field: 'tokenIds', message: 'is required unless removeAll=true is in the query' }]);
    return listOf(await this.tokens.revoke(actor, ids, username));
  }
}

function listOf(data: readonly AccessTokenView[]): AccessTokenList {
  return { data, paging: { total: data.length } };
}
