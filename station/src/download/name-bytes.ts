/** Reads the bytes of a name whose encoding nobody told: UTF-8, or the one whose letters look most like writing. */
import { isUtf8 } from 'node:buffer'

/** Letters that are common in names; the encodings of East Asia share their bytes, and only what is written tells them apart. */
const commonHanzi = new Set(
  '的一是了我不在人有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴节创龙球浪阳蛇剧集季电影字幕国语高清完整庆余年'.split(
    '',
  ),
)
const commonHangul = new Set(
  '이의가나는다을를은에한그사지기로고하도서아어시자리인대일해수정전부신스트라마우여영화편회들주보제비국무조공상성원구문장소생동안선경진안녕하세요오늘내너와과었있없것말만면게네데러려디드브베바반방배번법별복불분살새생설세속손술슨실심쓰씨양연열예왕용운울월위유육음응입작잘저점제족죽준중집차천청초최추출친카코크키타터토통파팔포표프피필학함합향호혼환황희'.split(
    '',
  ),
)

type Charset = 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr' | 'windows-1252' | 'windows-1251'
const charsets: readonly Charset[] = ['gb18030', 'big5', 'shift_jis', 'euc-kr', 'windows-1252', 'windows-1251']
export type Leaning = Partial<Record<string, number>>

/** Of names of one origin: which encodings fit them as a whole. */
export function leaningOf(names: Iterable<Buffer>, declared: string): Leaning {
  const sums: Leaning = {}
  let bytes = 0
  for (const name of names) {
    if (isUtf8(name)) continue
    for (const charset of charsets) sums[charset] = (sums[charset] ?? 0) + (scoreOf(name, charset) ?? -1) * name.length
    bytes += name.length
    if (bytes > 65_536) break
  }
  const leaning: Leaning = Object.fromEntries(charsets.map((charset) => [charset, bytes > 0 ? (sums[charset] ?? 0) / bytes : 0]))
  const declaredLabel = labelOf(declared)
  if (declaredLabel !== undefined && declaredLabel !== 'utf-8') leaning[declaredLabel] = (leaning[declaredLabel] ?? 0) + 2
  return leaning
}

/** leaning: of the names beside it. */
export function readName(name: Buffer, leaning: Leaning = {}): string {
  if (isUtf8(name)) return name.toString()
  let best = { charset: 'windows-1252', score: -Infinity }
  for (const charset of new Set([...Object.keys(leaning), ...charsets])) {
    const score = charsets.find((one) => one === charset)
      ? scoreOf(name, charset)
      : decode(name, charset) === undefined
        ? undefined
        : 0
    const whole = score === undefined ? -Infinity : score + (leaning[charset] ?? 0) / 2
    if (whole > best.score) best = { charset, score: whole }
  }
  return decode(name, best.charset) ?? new TextDecoder(best.charset).decode(name)
}

/** In the encoding that somebody named; undefined where the bytes are no text in it, or nobody knows it. */
export function decode(bytes: Buffer, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function labelOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return encoding === 'gbk' ? 'gb18030' : encoding
  } catch {
    return undefined
  }
}

/** How much it looks like writing: about 1 for a word, below 0 for letters that nobody puts together. undefined: no text in it. */
function scoreOf(name: Buffer, charset: string): number | undefined {
  const text = decode(name, charset)
  if (text === undefined || /[\u0080-\u009f\ufffd\ue000-\uf8ff]/.test(text)) return undefined
  const letters = [...text].filter((letter) => letter > '\u007f')
  if (letters.length === 0) return 0
  if (charset === 'windows-1252') return latinScore(text)
  if (charset === 'windows-1251') return cyrillicScore(text)
  const weight = charset === 'euc-kr' ? koreanWeight : charset === 'shift_jis' ? japaneseWeight : chineseWeight
  return letters.reduce((sum, letter) => sum + weight(letter, charset), 0) / letters.length
}

const gb2312 = new Map<string, number>()

/** Of GB2312 by its row: 16 to 55 are the usual characters, 56 to 87 the others; 0 for what only the later parts have. */
function rowOf(letter: string): number {
  if (gb2312.size === 0) {
    const decoder = new TextDecoder('gb18030')
    for (let lead = 0xb0; lead <= 0xf7; lead += 1)
      for (let trail = 0xa1; trail <= 0xfe; trail += 1) gb2312.set(decoder.decode(Uint8Array.of(lead, trail)), lead - 0xa0)
  }
  return gb2312.get(letter) ?? 0
}

/** Traditional characters are not in GB2312: read as Big5 they count as usual ones. */
function chineseWeight(letter: string, charset: string): number {
  if (commonHanzi.has(letter)) return 1
  if (/[\u3000-\u303f\uff00-\uff5e\u2010-\u2027·]/.test(letter)) return 0.6
  if (!/\p{Script=Han}/u.test(letter)) return /[\u3040-\u30ff]/.test(letter) ? 0.1 : -0.8
  const row = rowOf(letter)
  if (row >= 16 && row <= 55) return 0.6
  if (charset === 'big5') return isUsualBig5(letter) ? 0.65 : -0.6
  return row > 55 ? -0.1 : -0.9
}

const usualBig5 = new Set<string>()

/** Its first level, of 5,401 characters. */
function isUsualBig5(letter: string): boolean {
  if (usualBig5.size === 0) {
    const decoder = new TextDecoder('big5')
    for (let lead = 0xa4; lead <= 0xc6; lead += 1)
      for (let trail = 0x40; trail <= 0xfe; trail += 1) {
        const text = decoder.decode(Uint8Array.of(lead, trail))
        if ([...text].length === 1) usualBig5.add(text)
      }
  }
  return usualBig5.has(letter)
}

function japaneseWeight(letter: string): number {
  if (/[\u3041-\u3096\u30a1-\u30fa\u30fc]/.test(letter)) return 1
  if (/[\uff61-\uff9f]/.test(letter)) return -0.6
  return commonHanzi.has(letter) ? 0.7 : /\p{Script=Han}/u.test(letter) ? (isUsualBig5(letter) ? 0.3 : -0.5) : 0.2
}

function koreanWeight(letter: string): number {
  if (commonHangul.has(letter)) return 1
  if (/\p{Script=Hangul}/u.test(letter)) return 0.35
  return /\p{Script=Han}/u.test(letter) ? -0.5 : 0
}

/** One letter with a mark stands between plain ones; several in a row, and signs in a word, are seldom. */
function latinScore(text: string): number {
  const runs = text.match(/[\u0080-\uffff]+/g) ?? []
  const scores = runs.map((run) => {
    if (!/^\p{Script=Latin}+$/u.test(run)) return run.length === 1 ? 0.4 : -0.6
    return run.length === 1 ? 0.95 : run.length === 2 ? 0.1 : -1
  })
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}

/** Whole words of them, small letters after the first. */
function cyrillicScore(text: string): number {
  const runs = text.match(/[\u0080-\uffff]+/g) ?? []
  const scores = runs.map((run) => {
    if (!/^\p{Script=Cyrillic}+$/u.test(run)) return -0.8
    return /^(?:\p{Lu}?\p{Ll}{2,}|\p{Lu}{3,})$/u.test(run) ? 0.85 : run.length === 1 ? -0.2 : 0.1
  })
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}
