import { IsInt, IsObject, IsOptional, IsString, Min } from 'class-validator';
import { ListProperty } from '../../../../apps/api/src/http/input';
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

  @ListProperty({ of: Part, max: 100 })
  parts?: Part[];
}
