import { SuggestionsModule } from '@app/suggestions';
import { Module } from '@nestjs/common';
import { SuggestionController } from './suggestion.controller';

@Module({ imports: [SuggestionsModule], controllers: [SuggestionController] })
export class SuggestionsHttpModule {}
