export type { Evidence, SuggestedLine, SuggestedTest } from './lines/suggested-line';
export { SuggestionService, type Suggested, type SuggestionRequest } from './suggestion.service';
export { SuggestionsModule } from './suggestions.module';
