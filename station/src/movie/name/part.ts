/** The piece of a film or episode that is split into files. */
import { toNumber } from './numbers.ts'

const patterns: readonly RegExp[] = [
  /(?<=\p{L}{2}.*)[\s._-]+D0?(?<part>[1-9])(?=$|[\s._-]+(?:DVD|BD|BLURAY|BluRay|NTSC|PAL|COMPLETE|\d{3,4}[pi]))/u,
  /[\s._\-([]*(?<![A-Za-z\p{N}])(?:(?:cd|dis[ck])[\s._-]?(?<part>\d)(?:\s?of\s?\d)?|dvd[\s._-]?(?<dvd>[1-4]))(?=$|[\s._\-)\]])/iu,
  // part1 only at the very end, and written as one word: "Part 1" may belong to the title.
  /[\s._\-([]+(?:part|pt)(?<part>\d)[)\]]?$/iu,
  /(?<=[\s._(](?:19|20)\d\d[)]?)[\s._]+PART(?<part>\d)(?![\p{L}\p{N}])/u,
  /(?<=[\s._][^\s]*)(?<![\p{L}\p{N}])part(?<letter>[a-d])(?![\p{L}\p{N}])/iu,
  /(?<=第[\d一-十]+[期集]|(?<![A-Za-z])EP?\d{1,3}|第\d{8}期)[\s._]*[(（]?(?<half>[上中下])(?:[集部篇](?!\p{Script=Han}))?[)）]?(?!\p{Script=Han})/iu,
  /(?<=第[\d一-十]+[期集])\s?(?<half>[上中下])(?=加更|纯享|超前|彩蛋|完整)/u,
  /(?<=第[\d一-十]+[期集])[\s._]*[(（](?<count>[一二三四五1-5])[)）]/u,
  /(?<=(?<![A-Za-z0-9])s\d{1,2}e\d{1,3})(?<letter>[a-d])(?![\p{L}\p{N}])/iu,
  /(?<=(?<![A-Za-z0-9])s\d{1,2}e\d{1,3})[\s._-]+part(?<part>\d)(?![\p{L}\p{N}])/iu,
  /[\s._\-(（]*(?<![第\d一二三四五六七八九十])(?<half>[上下])[集部](?=$|[\s._)）\]])/u,
  /[\s._-](?<half>[上下])$/u,
  /(?<=\p{Script=Han}.*)[\s._-]*第(?<count>[一二三四1-4])部分(?=$|[\s._)）\]])/u,
  /(?<=\p{Script=Han})-(?<letter>[A-D])$/u,
  // 霸王别姬A, of two files of an old copy.
  /(?<=^\p{Script=Han}{3,})(?<letter>[AB])$/u,
]

export function partIn(text: string): { text: string; part: number } {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (!match) continue
    const { part = match.groups?.['dvd'], letter, half, count } = match.groups ?? {}
    const number =
      count !== undefined
        ? toNumber(count)
        : part !== undefined
          ? Number(part)
          : letter !== undefined
            ? 'abcd'.indexOf(letter.toLowerCase()) + 1
            : halfOf(half)
    return { text: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trimEnd(), part: number }
  }
  return { text, part: 0 }
}

function halfOf(half: string | undefined): number {
  return half === '上' ? 1 : 2
}
