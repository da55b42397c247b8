/** The writings that files come in: the encodings of each, and its letters. */
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'

/**
 * languages: BCP 47 without region. letters: from the most frequent to the rarest, those of a–z included where the writing is Latin.
 * encodings: the usual one first. lone: letters beyond a–z that are words, or begin one with an apostrophe. prior: in bits, how much rarer its files are than English ones.
 */
export type Alphabet = { languages: string; encodings: readonly TextEncoding[]; letters: string; lone?: string; prior: number }

const western = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850', 'cp437'] as const
const portuguese = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850', 'cp860', 'cp437'] as const
const nordic = [...western, 'cp865'] as const
const central = ['windows-1250', 'iso-8859-2', 'cp852', 'x-mac-ce'] as const
const baltic = ['windows-1257', 'iso-8859-4', 'cp775', 'iso-8859-13', 'x-mac-ce'] as const
const cyrillic = ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic', 'cp855'] as const

export const alphabets: readonly Alphabet[] = [
  { languages: 'en', encodings: western, letters: 'etaoinshrdlcumwfgypbvkjxqz', prior: 0 },
  { languages: 'nl', encodings: western, letters: 'enatirodslghvkmubpwjzcfxëéyïqèöü', prior: 1 },
  {
    languages: 'fr',
    encodings: [...western, 'cp863'],
    letters: 'esaitnrulodcpmévqfbghjàxèyêzçùâôîûkwœëïæ',
    lone: 'àôâ',
    prior: 1,
  },
  { languages: 'de', encodings: western, letters: 'enisratdhulcgmobwfkzpvüßäöjyxq', prior: 1 },
  { languages: 'es gl', encodings: western, letters: 'eaosrnidlctumpbgvyqéíóáhfzñjxúükw', lone: 'éó', prior: 1 },
  { languages: 'pt', encodings: portuguese, letters: 'aeosridmntcuvlpgqbfãçéhzjáíxóêúõâàôkwy', lone: 'éàó', prior: 1 },
  { languages: 'it', encodings: western, letters: 'eaionlrtscdpumvghfbqzèòàùéìjkwxy', lone: 'èé', prior: 1 },
  { languages: 'sv', encodings: western, letters: 'eantrsildomkgväfhupåöbcjyxzéwq', lone: 'åöé', prior: 1 },
  { languages: 'da', encodings: nordic, letters: 'enrtdsialogkmfvuåbhpyøæjcézwxq', lone: 'åøé', prior: 1 },
  { languages: 'no nb nn', encodings: nordic, letters: 'ernatsildokgmvfpuhåbjyøcæéwzxqòô', lone: 'åøé', prior: 1 },
  { languages: 'fi', encodings: western, letters: 'aintesloukämvrjhypdögcbfwåzxq', prior: 1 },
  { languages: 'is', encodings: [...western, 'cp861'], letters: 'arniestulðgmkfvohádíjþbyæpöóúéýxczwq', lone: 'íáó', prior: 2 },
  { languages: 'ca', encodings: western, letters: 'easirtnlocdumpvgqbéfàhjóèxçíòzúïükwy', lone: 'àé', prior: 2 },
  { languages: 'pl', encodings: central, letters: 'iaeoznrwscytkdpmujlłgbhęąóżśćfńźvqx', lone: 'óż', prior: 2 },
  { languages: 'cs', encodings: central, letters: 'eoanitvslrdkumpícházyjběéřčžýšůgfúňxťóďwq', lone: 'óú', prior: 2 },
  { languages: 'sk', encodings: central, letters: 'aoeinrsvtklmdpucázyjbíhčšéžýúľťgfôňóďäxŕĺwq', lone: 'óú', prior: 2 },
  { languages: 'hu', encodings: central, letters: 'eatlsnkizrogáéymbdvhjófpuöőcüíúűxwq', lone: 'ő', prior: 2 },
  { languages: 'ro', encodings: [...central, 'iso-8859-16'], letters: 'eiaruntcslopdmăzfvîbţțşșghâjxkywq', lone: 'î', prior: 2 },
  { languages: 'hr sl bs sr', encodings: central, letters: 'aioenrjtskvudlpmgzbčcšžhćđfywxq', prior: 2 },
  {
    languages: 'tr az',
    encodings: ['windows-1254', 'cp857', 'x-mac-turkish'],
    letters: 'aeinrlıdkmuytsboşüzgçhğvcöpfjâîûwxq',
    prior: 2,
  },
  { languages: 'et', encodings: [...baltic, 'windows-1252'], letters: 'aeistlunkdmrovgpjhäõüböfšžcxywzq', lone: 'öõ', prior: 3 },
  { languages: 'lt', encodings: baltic, letters: 'iasortnekmupvdljgėbyšųžcąčįūzęfhxqw', lone: 'įų', prior: 3 },
  { languages: 'lv', encodings: baltic, letters: 'aistrenumoklpdāvzīgēbjšcņļžūfčķģhxqwy', prior: 3 },
  { languages: 'eo', encodings: ['iso-8859-3'], letters: 'aieonlsrtkjudmpvgfbcĝĉŭzŝhĵĥwxyq', prior: 5 },
  { languages: 'mt', encodings: ['iso-8859-3'], letters: 'ailtenurmsħjdogkbfwqxpvżġċhzàòèùìcy', prior: 5 },
  { languages: 'cy', encodings: ['iso-8859-14'], letters: 'adyneirolwghtfucsmbpjâŵêôŷîûäëïöüáàìkvxqz', lone: 'âôîi', prior: 5 },
  {
    languages: 'vi',
    encodings: ['windows-1258'],
    letters: 'nhtgi\u0301co\u0323a\u0300u\u0309mlđrêáàôkvươâybspdqă\u0303xãóèíùéìòõúýefjwz',
    lone: 'àáôêăâươ',
    prior: 3,
  },
  {
    languages: 'vi',
    encodings: ['viscii', 'tcvn'],
    letters: 'nhtgicoamurlđvkbásdpyàôếưạóộìảqêxớơờãâủấểốệúợịữứềựậọắăồầừíòùởụéèõăẽẻẹễỉĩỏỗổỡửũỳýỷỹỵẩẫằẳẵặưjfwz',
    lone: 'àáôêăâươ',
    prior: 5,
  },
  { languages: 'kk', encodings: ['kz-1048', 'ptcp154'], letters: 'аеынтірдлқсмкбоұуғшжәйпзөүгңиштяэфцчхюёһъьв', prior: 4 },
  { languages: 'tg', encodings: ['koi8-t'], letters: 'аиодрнтембвхшукисзгҳлқпйфчяъӯҷғӣжэюё', prior: 5 },
  { languages: 'hy', encodings: ['armscii-8'], letters: 'աներիուկտսհմլյվդբգոծքշպցթէղխըջչժձօֆռզւփճև', prior: 3 },
  {
    languages: 'ka',
    encodings: ['georgian-ps', 'georgian-academy'],
    letters: 'აირესნმტვოდლგუბკშხცთქწზჯპჩფყღძჭჰჟ',
    prior: 3,
  },
  { languages: 'ru kk ky mn az', encodings: cyrillic, letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', prior: 2 },
  { languages: 'uk', encodings: [...cyrillic, 'cp1125'], letters: 'оанивеіртслкдумпязьгчбхйжшїюцєщфґ', prior: 3 },
  { languages: 'be', encodings: cyrillic, letters: 'анеіорклтсвдпмызуяьгчйбшўжцюхэфщё', prior: 4 },
  { languages: 'bg', encodings: cyrillic, letters: 'аоиентрсвлкдпмзгъбуячщжцхйшюьф', prior: 3 },
  { languages: 'sr mk', encodings: cyrillic, letters: 'аиоенрјтсвкудпмлгзбчшцжхћњљђџфѓќѕ', prior: 3 },
  {
    languages: 'el',
    encodings: ['windows-1253', 'iso-8859-7', 'cp737', 'cp869', 'x-mac-greek'],
    letters: 'αοιετσνηυρπκμλςόίάήέύώδθγχφβξζψϊϋΐΰ',
    prior: 2,
  },
  { languages: 'he', encodings: ['windows-1255', 'cp862'], letters: 'יוהלאמרתבשנדםחקפעטזגסןכצךףץ', prior: 2 },
  {
    languages: 'ar',
    encodings: ['windows-1256', 'iso-8859-6', 'cp720', 'cp864'],
    letters: 'اليمنوتربدهعسقفكحأةجشصخضىطءذئإغظزثؤآ\u064b\u064e\u064f\u0650\u0651\u0652',
    prior: 2,
  },
  { languages: 'fa ur', encodings: ['windows-1256'], letters: 'ايندرهمتوشسبكيزگخفعقجحپلطچصغآذضظثءئژکی\u200c', prior: 3 },
  {
    languages: 'th',
    encodings: ['windows-874'],
    letters: 'านรอกเ่งมยล้วดทสตปะบคัีหิื์แจพชขไใธุูถึโณซษฉผศญภฟฤฝฐๆฮ็ฏฆฎฬฑ',
    prior: 2,
  },
]

export type EastAsian = { language: string; encoding: TextEncoding; prior: number }

export const eastAsian: readonly EastAsian[] = [
  { language: 'zh', encoding: 'gb18030', prior: 1 },
  { language: 'zh-Hant', encoding: 'big5', prior: 2 },
  { language: 'ja', encoding: 'shift_jis', prior: 2 },
  { language: 'ja', encoding: 'euc-jp', prior: 4 },
  { language: 'ko', encoding: 'euc-kr', prior: 2 },
]
