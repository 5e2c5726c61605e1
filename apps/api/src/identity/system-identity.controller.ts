import { FirstAdmin, TokenIssuer, type FirstAdminSet } from '@app/auth';
import type { RequestOrigin } from '@app/common';
import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { OpenAccess, Origin } from '../http/access';
import { Answer } from '../http/described';
import { FIRST_ADMIN, KEY_SET } from './identity.examples';
import { FIRST_ADMIN_SCHEMA, KEY_SET_SCHEMA } from './identity.schemas';
import { SetupDto } from './identity.dto';

@ApiTags('identity')
@Controller('v1/system')
export class SystemIdentityController {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly issuer: TokenIssuer,
  ) {}

  @Get('config/jwks')
  @OpenAccess()
  @ApiOperation({ operationId: 'getKeySet', summary: 'Get the public keys of tokens issued by the service (RFC 7517)' })
  @Answer(200, 'A JWK set', KEY_SET_SCHEMA, KEY_SET)
  keys(): { keys: object[] } {
    return this.issuer.keySet();
  }

  @Post('setup')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @OpenAccess()
  @ApiOperation({
    operationId: 'setUpFirstAdmin',
    summary: 'Set the password of the first admin',
    description: 'Takes the secret that the first start printed. 404 once an administrator has a password.',
  })
  @Answer(
    200,
    'The user that can log in. `password` is present only if it was generated, and only in this answer.',
    FIRST_ADMIN_SCHEMA,
    FIRST_ADMIN,
  )
  setUp(@Body() { secret, password }: SetupDto, @Origin() origin: RequestOrigin): Promise<FirstAdminSet> {
    return this.firstAdmin.set(secret, password, origin);
  }
}
