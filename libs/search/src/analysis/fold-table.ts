/**
 * Lower-case letters and digits by what they are folded to: the mapping of Lucene's ASCIIFoldingFilter, cut down to what a
 * lower-cased token in NFC can contain, its results lower-cased.
 */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăąǎǟǡǻȁȃȧɐəɚᴀᶏᶕḁẚạảấầẩẫậắằẳẵặₐₔⱥａ',
  b: 'ƀƃɓʙᴃᵬᶀḃḅḇｂ',
  c: 'çćĉċčƈȼɕʗᴄḉↄꜿｃ',
  d: 'ðďđƌȡɖɗᴅᴆᵭᶁᶑḋḍḏḑḓꝺｄ',
  e: 'èéêëēĕėęěǝȅȇȩɇɘɛɜɝɞʚᴇᴈᶒᶓᶔḕḗḙḛḝẹẻẽếềểễệₑⱸⱻｅ',
  f: 'ƒᵮᶂḟẛꜰꝼꟻｆ',
  g: 'ĝğġģǥǧǵɠɡɢʛᵷᵹᶃḡꝿｇ',
  h: 'ĥħȟɥɦʜʮʯḣḥḧḩḫẖⱨⱶｈ',
  i: 'ìíîïĩīĭįıǐȉȋɨɪᴉᵢᵻᵼᶖḭḯỉịⁱꟾｉ',
  j: 'ĵǰȷɉɟʄʝᴊⱼｊ',
  k: 'ķƙǩʞᴋᶄḱḳḵⱪꝁꝃꝅｋ',
  l: 'ĺļľŀłƚȴɫɬɭʟᴌᶅḷḹḻḽⱡꝇꝉꞁｌ',
  m: 'ɯɰɱᴍᵯᶆḿṁṃꟽꟿｍ',
  n: 'ñńņňŉŋƞǹȵɲɳɴᴎᵰᶇṅṇṉṋⁿｎ',
  o: 'òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱɔɵᴏᴐᴖᴗᶗṍṏṑṓọỏốồổỗộớờởỡợₒⱺꝋꝍｏ',
  p: 'ƥᴘᵱᵽᶈṕṗꝑꝓꝕꟼｐ',
  q: 'ĸɋʠꝗꝙｑ',
  r: 'ŕŗřȑȓɍɼɽɾɿʀʁᴙᴚᵣᵲᵳᶉṙṛṝṟꝛꞃｒ',
  s: 'śŝşšſșȿʂᵴᶊṡṣṥṧṩẜẝꜱꞅｓ',
  t: 'ţťŧƫƭțȶʇʈᴛᵵṫṭṯṱẗⱦｔ',
  u: 'ùúûüũūŭůűųưǔǖǘǚǜȕȗʉᴜᵤᵾᶙṳṵṷṹṻụủứừửữựｕ',
  v: 'ʋʌᴠᵥᶌṽṿⱱⱴꝟｖ',
  w: 'ŵƿʍᴡẁẃẅẇẉẘⱳｗ',
  x: 'ᶍẋẍₓｘ',
  y: 'ýÿŷƴȳɏʎʏẏẙỳỵỷỹỿｙ',
  z: 'źżžƶȝȥɀʐʑᴢᵶᶎẑẓẕⱬꝣｚ',
};
const LIGATURES =
  'aa:ꜳ ae:æǣǽᴁᴂ ao:ꜵ au:ꜷ av:ꜹꜻ ay:ꜽ db:ȸ dz:ǆǳʣʥ ff:ﬀ ffi:ﬃ ffl:ﬄ fi:ﬁ fl:ﬂ hv:ƕ ij:ĳ lj:ǉ ' +
  'll:ỻ ls:ʪ lz:ʫ nj:ǌ oe:œɶᴔ oo:ꝏ ou:ȣᴕ qp:ȹ ss:ß st:ﬆ tc:ʨ th:þᵺꝧ ts:ʦ tz:ꜩ ue:ᵫ vy:ꝡ';

type Folded = readonly [letter: string, folded: string];

const each = (folded: string, letters: string): Folded[] => [...letters].map((letter) => [letter, folded]);

/** Characters side by side that are numbers: the first one, and which numbers they are. */
function numbers(first: string, from: number, to: number, form = (number: number) => String(number)): Folded[] {
  const code = first.codePointAt(0) as number;
  return Array.from({ length: to - from + 1 }, (_, at) => [String.fromCodePoint(code + at), form(from + at)]);
}

const BY_LETTER: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LETTERS).flatMap(([folded, letters]) => each(folded, letters)),
  ...LIGATURES.split(' ').flatMap((entry) => each(...(entry.split(':') as [string, string]))),
  ...numbers('⑴', 1, 20, (number) => `(${number})`),
  ...numbers('⒈', 1, 20, (number) => `${number}.`),
  ...[numbers('①', 1, 20), numbers('⓵', 1, 10), numbers('⓫', 11, 20)].flat(),
  ...[numbers('❶', 1, 10), numbers('➀', 1, 10), numbers('➊', 1, 10)].flat(),
  ...[numbers('₀', 0, 9), numbers('０', 0, 9), numbers('⁴', 4, 9)].flat(),
  ...[each('0', '⁰⓪⓿'), each('1', '¹'), each('2', '²'), each('3', '³')].flat(),
]);

/** The letters that a single lower-cased letter or digit is folded to: itself, where nothing is known of it. */
export function foldedLetter(letter: string): string {
  return BY_LETTER.get(letter) ?? letter;
}
