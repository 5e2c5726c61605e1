import { AuthModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { Recounts } from './recounts';

/** Requests recounts. Needs DatabaseModule. */
@Module({ imports: [AuthModule], providers: [Recounts], exports: [Recounts] })
export class RecountsModule {}
