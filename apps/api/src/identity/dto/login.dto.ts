import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

/** Longer than any token or address that the service issues or accepts. */
const MAX_TOKEN = 1_024;
const MAX_ADDRESS = 320;

export class LoginDto {
  @ApiProperty({ description: 'The e-mail address or the name of the user.', example: 'dana@example.com' })
  @IsString()
  @Length(1, MAX_ADDRESS)
  email!: string;

  @ApiProperty({
    description: 'Base64 of the password; the password itself with `Content-Type: application/json; password=plain`.',
    example: 'Y29ycmVjdCBob3JzZQ==',
  })
  @IsString()
  @Length(1, MAX_TOKEN)
  password!: string;
}
