import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';

/** More than anybody has; all of them are revoked by removeAll. */
const MAX_IDS = 1_000;

export class RevokeTokensDto {
  @ApiProperty({ required: false, type: [String], description: 'Ids that are no token of the user are ignored.' })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsString({ each: true })
  tokenIds?: string[];
}
