import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';

/** Longer than any token or address that the service issues or accepts. */
const MAX_TOKEN = 1_024;

export class LogoutDto {
  @ApiProperty({
    required: false,
    description: 'Any refresh token of the login; without it the access token says which.',
    example: 'kq3v…',
  })
  @IsOptional()
  @IsString()
  @Length(1, MAX_TOKEN)
  refreshToken?: string;
}
