import { PrincipalsModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { HiddenValues } from './hidden-values';

/** Provides `HiddenValues`, for processes without tokens too. Needs ConfigModule and DatabaseModule. */
@Module({ imports: [PrincipalsModule], providers: [HiddenValues], exports: [HiddenValues] })
export class HiddenValuesModule {}
