import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

const MAX_NAME = 256;

export class TokenOwnerQuery {
  @ApiProperty({
    required: false,
    description: 'Whose tokens; those of others by administrators only.',
    example: 'loader',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME)
  username?: string;
}
