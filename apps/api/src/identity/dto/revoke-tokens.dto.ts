import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';

/** More tokens than a user has; removeAll revokes all of them. */
const MAX_IDS = 1_000;

export class RevokeTokensDto {
  @ApiProperty({
    required: false,
    type: [String],
    description: 'Ids that are no token of the user are ignored.',
    example: ['4f0f8a30-6f43-4d7e-8f0b-5a6f1c7c2f10'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsString({ each: true })
  tokenIds?: string[];
}
