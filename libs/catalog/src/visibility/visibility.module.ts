import { PrincipalsModule } from '@app/auth';
import { Module } from '@nestjs/common';
import { HiddenReferences } from './hidden-references';
import { Visibility } from './visibility';
import { VisibleCountReader } from './visible-counts';

/** Provides `Visibility`, for processes without tokens too. Needs DatabaseModule. */
@Module({
  imports: [PrincipalsModule],
  providers: [HiddenReferences, Visibility, VisibleCountReader],
  exports: [HiddenReferences, Visibility, VisibleCountReader],
})
export class VisibilityModule {}
