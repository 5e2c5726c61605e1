import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

/** Longer than any token or address that the service issues or accepts. */
const MAX_TOKEN = 1_024;

export class RefreshDto {
  @ApiProperty({ description: 'The newest refresh token of the login.', example: 'kq3v…' })
  @IsString()
  @Length(1, MAX_TOKEN)
  refreshToken!: string;
}
