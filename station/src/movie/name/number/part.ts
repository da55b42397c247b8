/** The piece of a film or episode that is split into files. */
import { toNumber } from './numbers.ts'

const patterns: readonly RegExp[] = [
  /(?<=\p{L}{2}.*)[\s._-]+D0?(?<part>[1-9])(?=$|[\s._-]+(?:DVD|BD|BLURAY|BluRay|NTSC|PAL|COMPLETE|\d{3,4}[pi]))/u,
  /[\s._\-([]*(?<![A-Za-z\p{N}])(?:(?:cd|dis[ck])[\s._-]?(?<part>\d{1,2})(?:\s?of\s?\d)?|dvd[\s._-]?(?<dvd>[1-4]))(?=$|[\s._\-)\]])/iu,
  // As Kodi and Jellyfin stack files, behind the year: (1982)-part-1, (1982) - pt.2, 1982.part1.1080p, (1982) - part one, (1982) a.
  /(?<=(?<![\p{L}\p{N}])(?:19|20)\d\d[)\]]?(?:[\s._-].*)?)(?:[\s._]*[-([][\s._-]*(?:part|pt)[\s._-]*(?:(?<part>\d{1,2})|(?<word>one|two|three|four))|[\s._]+part(?<glued>\d{1,2}))[)\]]?(?![\p{L}\p{N}]|\s-\s\p{L})/iu,
  /(?<=(?<!\d)(?:19|20)\d\d[)\]])[\s._-]*(?<letter>[a-d])$/iu,
  /(?<=(?<!\d)(?:19|20)\d\d[)\]]?)[\s._-]+part[\s._](?<letter>[a-d])(?=$|[\s._-])/iu,
  // 2005.Extended.Edition.Part.1: behind words of the copy.
  /(?<=(?<![\p{L}\p{N}])(?:19|20)\d\d[)\]]?[\s._-].*(?:edition|cut|version|extended|remastered|unrated|restored|\d{3,4}p|blu-?ray|bdrip|dvdrip|remux|uhd))[\s._-]+(?:part|pt)[\s._]?(?<part>[1-4])$/iu,
  // part 1 of 2, (1 of 2): a film in two files; of more they are episodes.
  /(?:[\s._-]+[([]?(?:part|pt)[\s._]?|[\s._-]*[([])(?<part>[12])[\s._]?of[\s._]?2[)\]]?$/iu,
  // part1 only at the very end, and written as one word: "Part 1" may belong to the title.
  /[\s._\-([]+(?:part|pt)(?<part>\d)[)\]]?$/iu,
  /(?<=[\s._][^\s]*)(?<![\p{L}\p{N}])part(?<letter>[a-d])(?![\p{L}\p{N}])/iu,
  /(?<=第[\d一-十]+[期集]|(?<![A-Za-z])EP?\d{1,3}|第\d{8}期)[\s._]*[(（]?(?<half>[上中下])(?:[集部篇](?!\p{Script=Han}))?[)）]?(?!\p{Script=Han})/iu,
  /(?<=第[\d一-十]+[期集])\s?(?<half>[上中下])(?=加更|纯享|超前|彩蛋|完整)/u,
  /(?<=第[\d一-十]+[期集])[\s._]*[(（](?<count>[一二三四五1-5])[)）]/u,
  /(?<=(?<![A-Za-z0-9])s\d{1,2}e\d{1,3})(?<letter>[a-d])(?![\p{L}\p{N}])/iu,
  /(?<=(?<![A-Za-z0-9])s\d{1,2}e\d{1,3})[\s._-]+part(?<part>\d)(?![\p{L}\p{N}])/iu,
  /[\s._\-(（]*(?<![第\d一二三四五六七八九十上中])(?<half>[上下])[集部](?:(?<=[(（].{2})[)）])?(?=$|[\s._)）\]])/u,
  /(?<=(?<!\d)(?:19|20)\d{6}期?)[\s._]*[(（]?(?<half>[上中下])[)）]?(?!\p{Script=Han})/u,
  /[\s._-](?<half>[上下])$/u,
  // 03上, in the folder of a show.
  /(?<=^\d{1,3}|\p{Script=Han}\d{2})(?<half>[上中下])[集部]?$/u,
  /(?<=\p{Script=Han}.*)[\s._-]*第(?<count>[一二三四1-4])部分(?=$|[\s._)）\]])/u,
  /(?<=\p{Script=Han})-(?<letter>[A-D])$/u,
  // 霸王别姬A, of two files of an old copy.
  /(?<=^\p{Script=Han}{3,})(?<letter>[AB])$/u,
]

const words = ['one', 'two', 'three', 'four']

/** One of them has to stand in a name of a part. */
const mark =
  /p(?:ar)?t|cd|dis[ck]|dvd|[12][\s._]?of|[上中下]|部分|[\s._-]D0?[1-9]|[a-d][)\]]?$|[（(][一二三四五1-5][)）]|e\d{1,3}[a-d]/iu

export function partIn(text: string): { text: string; part: number } {
  if (!mark.test(text)) return { text, part: 0 }
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const { part = match.groups?.['dvd'] ?? match.groups?.['glued'], letter, half, count, word } = match.groups ?? {}
    const number =
      count !== undefined
        ? toNumber(count)
        : word !== undefined
          ? words.indexOf(word.toLowerCase()) + 1
          : part !== undefined
            ? Number(part)
            : letter !== undefined
              ? 'abcd'.indexOf(letter.toLowerCase()) + 1
              : halfOf(half)
    // 第4季 下部 08: of the season, not of the episode.
    const isOfSeason = half !== undefined && text.slice(0, match.index).endsWith('季')
    return {
      text: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trimEnd(),
      part: isOfSeason ? 0 : number,
    }
  }
  return { text, part: 0 }
}

function halfOf(half: string | undefined): number {
  return half === '上' ? 1 : 2
}
