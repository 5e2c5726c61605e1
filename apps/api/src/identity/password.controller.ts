import { PasswordChange, type AuthenticatedActor } from '@app/auth';
import { Body, Controller, Ip, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { ChangePasswordDto } from './identity.dto';

@ApiTags('identity')
@Controller('v1/users/changePassword')
export class PasswordController {
  constructor(private readonly passwords: PasswordChange) {}

  @Put()
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Set a new password',
    description: 'Every other login of the user ends.',
  })
  @Answer(200, 'It is set.', { type: 'object' }, { message: 'Password changed' })
  async change(
    @CurrentActor() actor: AuthenticatedActor,
    @Body() body: ChangePasswordDto,
    @Ip() address: string,
  ): Promise<{ message: string }> {
    await this.passwords.change(actor, body, address);
    return { message: 'Password changed' };
  }
}
