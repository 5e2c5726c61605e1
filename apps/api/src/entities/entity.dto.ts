import { VOTES } from '@app/catalog';
import type { Vote } from '@app/catalog';
import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsIn, IsOptional } from 'class-validator';
import { ChoiceProperty, UuidProperty } from '../http/input';

export class RestoreDto {
  @UuidProperty({
    required: true,
    allowed: 'the UUID of the entity, as in {"id": "<UUID>"}',
    example: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  })
  id!: string;
}

export class VoteDto {
  @ChoiceProperty({ required: true, of: VOTES, example: 'votedUp' })
  updatedVoteType!: Vote;
}

export class AssetsDto {
  @ApiProperty({
    type: 'array',
    maxItems: 1_000,
    items: { $ref: '#/components/schemas/EntityReference' },
    example: [{ id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', type: 'table' }],
  })
  @IsDefined({ message: 'is required: {"assets": [{"id", "type"}, …]}' })
  assets!: unknown;

  @ApiProperty({ required: false, enum: [false], description: 'Taken from clients that send it' })
  @IsOptional()
  @IsIn([false], { message: 'must be false: there is no dry run' })
  dryRun?: false;
}
