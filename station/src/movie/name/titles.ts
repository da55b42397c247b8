/** Finds the title, and the second one, in the text before the release words. */
import { everywhere } from './global-pattern.ts'
import { plainTitle } from './compare-titles.ts'
import { strong, weak } from './release-words.ts'

const groupWords =
  /字幕[组組社侠俠]?(?![\p{L}\p{N}])|[动動]漫$|[小调查]{1,2}[队隊]$|[制製]作$|(?:制作|製作)?(?:壓制|压制|搬[运運]|汉化|漢化|發佈|发布)|[组組]$|工作室|raws?\b|subs?\b|sub$|studio|production$|fansub|team\b|LoliHouse|合成$|^代理商|家族|奶茶屋|^(?:moozzi2|ani|mtbb|ocn)$/iu
const categories =
  /^(?:国漫|日漫|[日韩美英国台港]剧|国产剧|动漫|动画|TV动画|TV版|\d{1,2}月|电影|电视剧|连续剧|综艺|剧场版|劇場版|★?\s*(?:剧场版|劇場版)\s*★?|the movie|movie|tv series|tv|main movie|ova|简体|繁体|[★\s]*\d{1,2}月新番[★\s]*|(?:19|20)\d\d年?(?:\d{1,2}月(?:新?番)?|[春夏秋冬]季?(?:新?番|[日韩美英国台港泰]剧)?|新?番|[日韩美英国台港泰]剧)|主?片|(?:动作|喜剧|爱情|科幻|恐怖|悬疑|战争|剧情|动画|犯罪|惊悚|纪录)片|国产|欧美|港台|日韩|剧情|古装|(?:19|20)\d\d(?:最新|高分|新片|热门)|国语|粤语|fin|end|完结|连载|連載|正式版本|自抓|録画|年|v\d)$/iu
const country = /^(?:中国(?:大陆|香港|台湾)?|大陆|香港|台湾|韩国|日本|美国|英国|法国|德国|泰国|印度|俄罗斯|意大利|西班牙)$/u

/** isMarked: a release word stood in the same brackets. */
type Piece = { text: string; isMarked: boolean; isBracket: boolean; isQuoted: boolean; isAside: boolean }

/** zone: the text before the release words; \uE001 stands where a separating word was. */
export function titlesIn(zone: string): [title: string, original: string] {
  const isAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(zone)
  const all = piecesOf(zone, isAsian).filter(({ text }) => text !== '')
  const named = withoutGroups(all).filter(
    ({ text, isBracket }) => !categories.test(text) && !(isBracket && (isRelease(text) || country.test(text))),
  )
  const plain = named.filter(({ text, isMarked }) => !isRelease(text) && !isMarked)
  const pieces = plain.length > 0 ? plain : named
  const quoted = pieces.find(({ isQuoted }) => isQuoted)
  if (quoted) return twoTitles(quoted.text)
  const split = pieces.map((piece) => ({ ...piece, titles: twoTitles(piece.text) }))
  const [lead] = split
  // [迪士尼]2015.恐龙当家: a word in brackets before the title.
  const isLabel = lead?.isBracket === true && lead.text.length < 5
  const main =
    split.find(({ text, isAside, isBracket }) => isLabel && !isAside && !isBracket && /\p{Script=Han}{2}/u.test(text)) ??
    split.find(({ text, isAside }) => !isAside && /\p{Script=Han}/u.test(text)) ??
    split.find(({ isAside }) => !isAside) ??
    split[0]
  if (!main) return ['', '']
  const whole = withRepeated(main, split)
  if (whole) return whole
  const [title, own] = main.titles
  if (own !== '') return [title, own]
  const others = split.filter((piece) => piece !== main && (isAsian || piece.isAside || !piece.isBracket))
  const second = others
    .map(({ titles }) => titles.find(isLatin) ?? '')
    .find((text) => text !== '' && (isAsian || text.includes(' ')))
  return [title, second ?? '']
}

/** 未來日記 Redial / Mirai Nikki Redial: Latin words that the other title has too belong to both. */
function withRepeated(main: Piece, pieces: readonly Piece[]): [string, string] | undefined {
  if (!/\p{Script=Han}/u.test(main.text)) return undefined
  const others = pieces.filter((piece) => piece !== main && isLatin(piece.text)).map(({ text }) => text)
  const lead = /^([\p{Script=Latin}\d]{2,}) ?.*\p{Script=Han}/u.exec(main.text)?.[1]
  const tail = /\p{Script=Han} ?(\p{Script=Latin}[\p{Script=Latin} ]+)$/u.exec(main.text)?.[1]
  const isLead = (text: string) => lead !== undefined && text.toLowerCase().startsWith(lead.toLowerCase())
  const isTail = (text: string) => tail !== undefined && text !== tail && plainTitle(text).endsWith(plainTitle(tail))
  // 熊熊勇闖異世界 PUNCH！ / Kuma Kuma Kuma Bear: one loud word, where another title follows.
  const isLoud = /\p{Script=Han} [\p{Lu}\d]{2,}[!！]$/u.test(main.text)
  const other = others.find((text) => isLead(text) || isTail(text) || (isLoud && text.includes(' ')))
  return other === undefined ? undefined : [main.text, other]
}

/** Not those of initials (U.N.C.L.E.) and of numbers: Godzilla-1.0, $9.99, Robot 2.0. */
const dividingDot = /(?!(?<=[-$€£]\d{1,3})\.\d{1,2}(?!\d)|(?<=(?<!\d)\d)\.0(?!\d))(?:(?<!\b\p{Lu})\.|\.(?!\p{Lu}\b))/gu

/** 海港。Harbour, 海港-Harbour: signs between a Chinese title and another. */
const behindChinese =
  /(?<=\p{Script=Han}。)(?=\p{Script=Latin})|(?<=\p{Script=Han}[！？])(?=\p{Lu}\p{Ll}+ \p{L})|(?<=\p{Script=Han}\d{0,2}[！？）]?)[.](?=[\p{Script=Latin}\p{Script=Hangul}])|(?<=\p{Script=Han}\d?)-(?=[A-Z][a-z]+[. ][A-Z]|[A-Z][a-z]{2,}[-\s._]*$)|(?<=\p{Script=Han}\d?)—(?=[A-Z][a-z])/gu

/** The words of a text, without dots between them and signs around them. */
export function wordsOf(text: string): string {
  // Dots become spaces only if there are no real spaces; "Mr. Nobody" keeps its dot.
  const hasSpaces =
    /[\s_]/.test(text) && /\p{L}\S*\s+\p{L}/u.test(text.replaceAll('_', ' ')) && !/\p{L}{2}\.\p{L}{2}\S*\.\p{L}/u.test(text)
  const apart = /\p{Script=Han}/u.test(text) ? text.replace(behindChinese, ' ') : text
  const spaced = hasSpaces ? apart : apart.replace(dividingDot, ' ')
  return spaced
    .replace(/[\uE001\uE002_\s]+/g, ' ')
    .replace(/[[\]【】《》『』{}]/g, ' ')
    .replace(/^(?:[\s.\-–—,+~!@·:：/\\)）★☆&]|#(?!\p{L}))+|[\s.\-–—,+~#·:：/\\(（★☆｜丨│]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** 奥特曼_Ultraman_ウルトラマン: a stroke between two scripts. */
const betweenScripts =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])_(?=\p{Script=Latin})|(?<=\p{Script=Latin}[!?！？]?)_(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu
const betweenChinese =
  /(?<=[\p{Script=Han}］\])！？!?-])_(?!\p{Script=Han}{1,8}(?:篇|章|谭|譚|编)(?!\p{Script=Han}))(?=\p{Script=Han})/gu
/** You Are [Not] Alone: one word in brackets amid the title. */
const wordInBrackets = /(?<=\p{L}{2}[\s_])\[([A-Za-z]{2,8})\](?=[\s_][\p{L}\d]+)/gu
/** 最狂辅助【话术士】世界: the same in Chinese, behind a group. */
const hanInBrackets = /(?<=[\]】].*\p{Script=Han})【(\p{Script=Han}{2,8})】(?=\p{Script=Han})/gu

function piecesOf(zone: string, isAsian: boolean): Piece[] {
  const pieces: Piece[] = []
  const inline = isAsian
    ? zone.replace(hanInBrackets, '$1')
    : zone.replace(wordInBrackets, (whole, word: string) => (weak.test(word) ? whole : word))
  const add = (raw: string, kind: Partial<Piece> = {}) => {
    const apart =
      isAsian && /\s/.test(raw) && raw.split('_').length === 2
        ? raw.replace('_', '\uE001')
        : isAsian
          ? raw.replace(betweenScripts, '\uE001')
          : raw
    // Where strokes stand between spaces, one without them is within a title.
    const strokes = /\s[_/／]\s/.test(apart) ? apart : apart.replace(betweenChinese, '\uE001')
    for (const text of strokes.split(
      /[\uE001\uE002|]+|(?<=\p{Script=Han})／|／(?=\p{Script=Han})|\s[_/／]\s|(?<=\p{Script=Han})[\s._]+又名[：:\s]*|(?<=\S)\s*\bA\.?K\.?A\b\.?\s*|\sa(?:ka|\.k\.a\.?)\s|(?<=\p{L})\.aka\./u,
    ))
      pieces.push({ text: wordsOf(text), isMarked: false, isBracket: false, isQuoted: false, isAside: false, ...kind })
  }
  const bracket = /[[【{]([^[\]【】{}]*)(?:[\]】}]|$)|《([^》]*)》/gu
  let from = 0
  for (const match of inline.matchAll(bracket)) {
    addPlain(inline.slice(from, match.index))
    if (match[2] !== undefined) add(match[2], { isQuoted: true })
    else addPlain(match[1] ?? '', { isBracket: true, isMarked: /^\s*\uE001/.test(match[1] ?? '') })
    from = match.index + match[0].length
  }
  addPlain(inline.slice(from))
  return pieces

  /** Round brackets: 赤壁(下) stays; a second title or a remark is a piece of its own. */
  function addPlain(raw: string, kind: Partial<Piece> = {}): void {
    const asides: string[] = []
    // (忠犬八公)Hachi: the first title in round brackets.
    const lead = /^\s*[(（](\p{Script=Han}[\p{Script=Han}：·！，]+)[)）](?=[\s.]*\p{Script=Latin})/u.exec(raw)
    if (lead) {
      add(lead[1] ?? '', kind)
      return addPlain(raw.slice(lead[0].length), kind)
    }
    const plain = raw.replace(/[(（]([^()（）]*)(?:[)）]|$)/gu, (whole, inside: string, at: number) => {
      const isShort = /^\s*(?:[上下中终]|[一二三四]|\d{1,3}|系列|U[SK]|AU|NZ|[A-Z]{3})\s*$/u.test(inside)
      const rest = raw.slice(at + whole.length)
      const isWithin = /^\p{Script=Han}$/u.test(inside) && /^\p{Script=Han}/u.test(rest) && at > 0
      const isAmid =
        /^\p{Script=Han}{3}/u.test(rest) && /\p{Script=Han}$/u.test(raw.slice(0, at)) && /^[\p{Script=Han}\d]{2,8}$/u.test(inside)
      const isJoined = !isAsian && /[\s._](?:or|and|of|the|&)[\s._]*$/iu.test(raw.slice(0, at))
      if (isShort || isWithin || isAmid || isJoined || (!isAsian && /^[\s.]*\p{L}/u.test(rest) && at > 0 && !/AKA/.test(rest)))
        return whole
      asides.push(inside)
      return isAsian ? '\uE001' : ' '
    })
    add(plain, kind)
    const isTranslated = !/\p{Script=Han}/u.test(plain) && isLatin(plain)
    for (const aside of asides) {
      if (isLatin(aside)) add(aside, { ...kind, isAside: true })
      // Inception(盗梦空间): the Chinese title behind the other.
      else if (isTranslated && /^\p{Script=Han}[\p{Script=Han}：·，\d]+$/u.test(aside)) add(aside, kind)
    }
  }
}

/** The group that made a release stands in the first brackets. */
function withoutGroups(pieces: readonly Piece[]): readonly Piece[] {
  const isChineseElsewhere = (index: number) => pieces.some(({ text }, at) => at !== index && /\p{Script=Han}/u.test(text))
  // [某某字幕组][五号特工组]: of titles that end so, behind a group.
  const isUnit = (text: string, index: number) =>
    index > 0 && /\p{Script=Han}{2}(?:(?<!字幕|压制|制作|汉化|发布|翻译|搬运|听译|壓制)[组組]|家族|[队隊])$/u.test(text)
  const isGroup = (text: string, index: number) =>
    (groupWords.test(text) &&
      !isUnit(text, index) &&
      !(/^\p{Script=Han}{2,4}(?:家族|[动動]漫|[队隊])$/u.test(text) && !isChineseElsewhere(index))) ||
    (index === 0 && /^\S+&\S+$/.test(text))
  const named = pieces.filter(({ text, isBracket, isQuoted }, index) => isQuoted || !isBracket || !isGroup(text, index))
  const rest = named.length > 0 ? named : pieces
  const [first, ...others] = rest
  if (named.length === pieces.length && isUnknownGroup(rest)) return others
  if (!first?.isBracket || /\p{Script=Han}/u.test(first.text)) return rest
  const titles = others.filter(
    ({ text, isAside, isBracket }) =>
      !isAside && /\p{L}{2}/u.test(text) && !(isBracket && isRelease(text)) && !categories.test(text),
  )
  // [Group] 86 - 05: a title of digits.
  const [number] = others
  if (titles.length === 0 && number && others.length === 1 && !number.isBracket && /^\d[\d\s-]+$/.test(number.text)) return others
  const hasPlain = titles.some(({ isBracket }) => !isBracket)
  const isOneWord = !/\s/.test(first.text)
  const isLatinOnly =
    named.length === pieces.length && titles.every(({ text }) => !/\p{Script=Han}|^(?:vol|tokuten|disc|bd|tv)\b/iu.test(text))
  return titles.length > 0 && (hasPlain || isOneWord || isLatinOnly) ? others : rest
}

/** [冷番补完][葬送的芙莉莲][07]: of two Chinese words in brackets, with no Chinese text outside, the first is the group's name. */
function isUnknownGroup(pieces: readonly Piece[]): boolean {
  const [first, second] = pieces
  return (
    first !== undefined &&
    second !== undefined &&
    first.isBracket &&
    second.isBracket &&
    pieces.every(({ text, isBracket, isQuoted }) => !isQuoted && (isBracket || !/\p{Script=Han}/u.test(text))) &&
    (pieces.every(({ isBracket }) => isBracket) || pieces.filter(({ isBracket }) => isBracket).length === 2) &&
    /^\p{Script=Han}{2,8}(?:[A-Z]{3,})?$/u.test(first.text) &&
    !categories.test(first.text) &&
    !second.isMarked &&
    !categories.test(second.text) &&
    !/[篇章]$/u.test(second.text) &&
    /\p{Script=Han}{2}/u.test(second.text) &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(second.text)
  )
}

/** Nothing but release words, numbers and signs. */
function isRelease(text: string): boolean {
  const rest = text.replace(everywhere(strong), ' ')
  return rest.split(/[\s._+&*-]+/).every((word) => word === '' || /^[\d.#]+$/.test(word) || weak.test(word))
}

/** Splits 教父3 The Godfather into both titles; a single title stays whole. */
function twoTitles(text: string): [string, string] {
  const words = text.split(' ')
  const han = words.map((word) => /\p{Script=Han}/u.test(word))
  const first = han.indexOf(true)
  if (first < 0) return twoScripts(words) ?? [text, '']
  // 剧场版 SPY×FAMILY: the only Chinese word is a kind of film.
  if (
    !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) &&
    words.every((word, at) => !han[at] || /^(?:剧场版|劇場版|电影版|電影版)$/u.test(word))
  )
    return [text, '']
  if (isSameInOtherScript(words[0] ?? '', words[1] ?? '')) return twoTitles(words.toSpliced(1, 1).join(' '))
  const kanaAt = words.findIndex((word) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
  if (first === 0 && kanaAt > 0 && !categories.test(words[kanaAt - 1] ?? '') && han.slice(0, kanaAt).every(Boolean))
    return [wordsOf(words.slice(0, kanaAt).join(' ')), latinOf(words.slice(kanaAt))]
  let last = han.lastIndexOf(true)
  const join = (from: number, to?: number) => wordsOf(words.slice(from, to).join(' '))
  const rest = words.slice(last + 1)
  const tail = /^(.*\p{Script=Han}\d{0,2})([A-Z][a-z]+(?:\d[a-z]{2,})?)$/u.exec(words[last] ?? '')
  const shared = sharedTail(words[last] ?? '', rest)
  if (shared > 0) return [join(0, last + shared), join(last + shared)]
  const isLongTail = rest.length === 0 && (tail?.[2]?.length ?? 0) > 4
  if (tail && (isLongTail || rest.some((word) => /^\p{Script=Latin}{2}/u.test(word)))) {
    words.splice(last, 1, tail[1] ?? '', tail[2] ?? '')
    return [join(first, last + 1), join(last + 1)]
  }
  const isSecond =
    !/[:：]$/u.test(words[last] ?? '') &&
    !/^(?:the movie|the final|(?:the )?final season|the animation|NEW\W*)$/i.test(rest.join(' ')) &&
    rest.some(
      (word) =>
        !/^[IVX]+$/.test(word) &&
        /\p{Script=Latin}{2}|[\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}]{2}/u.test(
          word,
        ),
    )
  if (!isSecond) last = words.length - 1
  // 16bit 的感動: a word of Chinese grammar joins both.
  const isJoined = /^[的之与與和]/u.test(words[first] ?? '')
  const lead = isJoined ? '' : words.slice(0, first).join(' ')
  if (isSecond)
    return [/\p{Script=Latin}{2}/u.test(lead) ? join(first, last + 1) : join(0, last + 1), latinOf(words.slice(last + 1))]
  if (/[\p{Script=Latin}\p{Script=Cyrillic}]{2}/u.test(lead)) return [join(first), wordsOf(lead)]
  return [text, '']
}

/** 소금길 Salt Road, Соляной путь Salt Road: the title and its translation, of two scripts. */
function twoScripts(words: readonly string[]): [string, string] | undefined {
  const isOther = (word: string) =>
    /[\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Thai}]/u.test(word)
  const at = words.findIndex((word) => /\p{Script=Latin}{2}/u.test(word))
  if (at < 1 || !words.slice(0, at).some(isOther) || words.slice(at).some(isOther)) return undefined
  return [wordsOf(words.slice(0, at).join(' ')), wordsOf(words.slice(at).join(' '))]
}

/** 游戏王GO RUSH!! Yu-Gi-Oh! GO RUSH!!: how many words, with the Chinese one, are the first title's; 0 where none is named twice. */
function sharedTail(word: string, rest: readonly string[]): number {
  const tail = /^\p{Script=Han}+([\p{Script=Latin}\d']+)$/u.exec(word)?.[1]
  if (tail === undefined) return 0
  const plain = rest.map((one) => one.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase())
  const again = plain.lastIndexOf(tail.replace(/'/gu, '').toLowerCase())
  if (again < 1) return 0
  let count = 0
  while (count < again && plain[count] !== '' && plain[count] === plain[again + 1 + count]) count += 1
  return count + 1
}

/** 海角七号 海角七號: more than half of the characters are the same, in their places. */
function isSameInOtherScript(one: string, other: string): boolean {
  if (one.length < 3 || one.length !== other.length || !/^\p{Script=Han}+$/u.test(one + other)) return false
  return [...one].filter((sign, at) => sign === other[at]).length * 2 > one.length
}

/** Without a third title in kana: Utawarerumono うたわれるもの. */
function latinOf(words: readonly string[]): string {
  const latin = words.filter((word) => !/[\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(word))
  const isWord = latin.some((word) => /\p{Script=Latin}{2}/u.test(word))
  return wordsOf((isWord ? latin : words).join(' '))
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}{2}|\d{2}/u.test(text) && !/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(text)
}
