import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { TokenOwnerQuery } from './token-owner.query';

export class RevokeTokensQuery extends TokenOwnerQuery {
  @ApiProperty({ required: false, enum: ['true', 'false'], description: 'All tokens of the user.' })
  @IsOptional()
  @IsIn(['true', 'false'])
  removeAll?: 'true' | 'false';
}
