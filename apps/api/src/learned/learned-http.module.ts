import { LearnedModule } from '@app/learned';
import { Module } from '@nestjs/common';
import { LearnedController } from './learned.controller';

@Module({ imports: [LearnedModule], controllers: [LearnedController] })
export class LearnedHttpModule {}
