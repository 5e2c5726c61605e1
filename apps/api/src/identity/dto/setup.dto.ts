import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Far above the password limit, so that a wrong length is reported by the rule of 8 to 128 characters. */
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
