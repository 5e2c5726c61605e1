import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { EvidenceRepository } from './evidence/evidence.repository';
import { SuggestionService } from './suggestion.service';

/** Suggests contracts by what is known of assets. Needs ConfigModule and DatabaseModule. */
@Module({ imports: [CatalogModule], providers: [EvidenceRepository, SuggestionService], exports: [SuggestionService] })
export class SuggestionsModule {}
