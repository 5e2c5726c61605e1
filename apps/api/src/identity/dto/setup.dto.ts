import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Far more than a password may have, so that the message about its length is the one that speaks of 8 to 128. */
const MAX_TEXT = 1_024;

export class SetupDto {
  @ApiProperty({ description: 'The secret that the first start printed.', example: 'f3b0…' })
  @IsString()
  @MaxLength(MAX_TEXT)
  secret!: string;

  @ApiPropertyOptional({
    minLength: 8,
    maxLength: 128,
    description: 'Absent: a random one is made, and stands in the answer.',
    example: 'battery staple',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  password?: string;
}
