import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsString, Length } from 'class-validator';

const MAX_NAME = 256;

export class AccessTokenDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_NAME, example: 'nightly export' })
  @IsString()
  @Length(1, MAX_NAME)
  tokenName!: string;

  @ApiProperty({
    description: 'Days, or OneHour; Unlimited (ten years) for bots.',
    enum: ['OneHour', '1', '7', '30', '60', '90', 'Unlimited'],
    example: '30',
  })
  @IsDefined({ message: 'JWTTokenExpiry must be one of OneHour, 1, 7, 30, 60, 90' })
  JWTTokenExpiry!: unknown;
}
