import { foldText, keywordForm } from './text-form';

describe('the forms of a text', () => {
  it.each([
    ['Privacy.Sensitive', 'privacy.sensitive', 'privacy.sensitive'],
    ['Größe', 'größe', 'grosse'],
    ['GROSSE', 'grosse', 'grosse'],
    ['Ka\u0308ufer', 'käufer', 'kaufer'],
    ['Æther Œuvre Þór', 'æther œuvre þór', 'aether oeuvre thor'],
    ['İSTANBUL', 'istanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ', 'οδοσ'],
    ['ﬁne ①', 'ﬁne ①', 'fine 1'],
    ['ᴀʙ', 'ᴀʙ', 'ab'],
    ['明细', '明细', '明细'],
    ['', '', ''],
  ])('of %s', (text, keyword, folded) => {
    expect({ keyword: keywordForm(text), folded: foldText(text) }).toEqual({ keyword, folded });
  });

  it('are what they stay', () => {
    const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
    expect(letters.filter((letter) => keywordForm(keywordForm(letter)) !== keywordForm(letter))).toEqual([]);
    expect(letters.filter((letter) => foldText(foldText(letter)) !== foldText(letter))).toEqual([]);
  });
});
