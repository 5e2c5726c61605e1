import { TextProperty } from '../../../../apps/api/src/http/input';

export class RequiredQuery {
  @TextProperty({ required: true, description: 'What to look for.' })
  q!: string;
}
