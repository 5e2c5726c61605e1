import { entityTypes } from '@app/catalog';
import { COMPATIBILITY_MODES } from '@app/contracts';
import type { CompatibilityMode } from '@app/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsDefined } from 'class-validator';
import { ChoiceProperty } from '../../http/input';

export class CheckDto {
  @ApiProperty({
    allOf: [{ $ref: '#/components/schemas/CreateDataContract' }],
    example: entityTypes.get('dataContract').example,
  })
  @IsDefined({ message: 'is required: the proposed contract' })
  document!: unknown;

  @ChoiceProperty({ of: COMPATIBILITY_MODES, default: 'backward', example: 'backward' })
  mode: CompatibilityMode = 'backward';
}
