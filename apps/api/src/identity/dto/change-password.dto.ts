import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

/** Far above the password limit, so that a wrong length is reported by the rule of 8 to 128 characters. */
const MAX_TEXT = 1_024;

export class ChangePasswordDto {
  @ApiProperty({ required: false, description: 'Whose; one’s own where it is left out.', example: 'dana' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  username?: string;

  @ApiProperty({ required: false, description: 'Required with SELF.', example: 'correct horse' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  oldPassword?: string;

  @ApiProperty({ minLength: 8, maxLength: 128, example: 'battery staple' })
  @IsString()
  @MaxLength(MAX_TEXT)
  newPassword!: string;

  @ApiProperty({ required: false, description: 'Equal to newPassword, where it is there.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  confirmPassword?: string;

  @ApiProperty({ enum: ['SELF', 'USER'], description: 'USER: of another user, by an administrator.', example: 'SELF' })
  @IsIn(['SELF', 'USER'])
  requestType!: 'SELF' | 'USER';
}
