import { PasswordChange, type AuthenticatedActor } from '@app/auth';
import { Body, Controller, Ip, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { object, text } from '../http/schemas';
import { ChangePasswordDto } from './identity.dto';

const PASSWORD_CHANGED = object({
  message: text,
  'tokensRevoked?': { type: 'integer', description: 'With `revokeTokens`: how many.' },
});

@ApiTags('identity')
@Controller('v1/users/changePassword')
export class PasswordController {
  constructor(private readonly passwords: PasswordChange) {}

  @Put()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Set a new password',
    description:
      'Ends all other logins and login links of the user. Personal tokens stay valid unless `revokeTokens` is true.',
  })
  @Answer(200, 'The password is set', PASSWORD_CHANGED, { message: 'Password changed', tokensRevoked: 2 })
  async change(
    @CurrentActor() actor: AuthenticatedActor,
    @Body() body: ChangePasswordDto,
    @Ip() address: string,
  ): Promise<{ message: string; tokensRevoked?: number }> {
    const tokensRevoked = await this.passwords.change(actor, body, address);
    return { message: 'Password changed', ...(body.revokeTokens && { tokensRevoked }) };
  }
}
