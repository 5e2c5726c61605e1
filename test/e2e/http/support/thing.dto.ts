import { Type } from 'class-transformer';
import { IsInt, IsObject, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { Part } from './part.dto';

export class Thing {
  @IsString()
  name!: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  size?: number;

  @IsOptional()
  @IsObject()
  extension?: Record<string, unknown>;

  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Part)
  parts?: Part[];
}
