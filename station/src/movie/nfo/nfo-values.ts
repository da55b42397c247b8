/** Values in elements of an NFO. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { Parser } from 'htmlparser2'
import type { XmlElement } from '../../kit/xml/parse-xml.ts'

const longestText = 8_000

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The text of the first element of this name that has one. */
export function textOf(element: XmlElement, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childrenOf(element, name)
      .map(plainText)
      .find((one) => one !== '')
    if (text !== undefined) return text
  }
  return ''
}

/** The first of these that has a year: 0 is none. */
export function yearOf(element: XmlElement, ...names: readonly string[]): number | null {
  return names.map((name) => yearIn(textOf(element, name))).find((year) => year !== null) ?? null
}

/** Without spaces around it, control signs and markup of programs; paragraphs stay. */
function plainText({ text }: XmlElement): string {
  const plain = withoutEntities(text.slice(0, 2 * longestText).replace(/<[^<>]{1,40}>/g, ' '))
    .replace(/[^\P{Cc}\n\t]|[^\S\n]+/gu, (signs) => (/\s/.test(signs) ? ' ' : ''))
    .replace(/ *\n */g, '\n')
    .trim()
  return cutText(plain, longestText)
}

/** &eacute;, &hellip;: of HTML, which programs write into their XML too. */
function withoutEntities(text: string): string {
  return text.replace(/&[a-z][a-z\d]{1,31};/gi, (entity) => {
    let plain = ''
    new Parser({
      ontext(piece) {
        plain += piece
      },
    }).end(entity)
    return plain
  })
}

/** The words in all elements of this name, also where one lists several: Drama / Krimi, 剧情、犯罪. */
export function listOf(element: XmlElement, ...names: readonly string[]): string[] {
  const texts = names.flatMap((name) => childrenOf(element, name).map(plainText))
  const words = texts.flatMap((text) => text.split(/[/|,;，、；]/u).map((word) => word.trim())).filter((word) => word !== '')
  return [...new Set(words)].slice(0, 60)
}

/** "8,1" and "1,234" (votes: isWhole). */
export function numberOf(text: string, { isWhole = false } = {}): number | null {
  const plain = isWhole ? text.replace(/[,.\s]/g, '') : text.replace(',', '.')
  const value = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(value) && value >= 0 ? value : null
}

function yearIn(text: string): number | null {
  const year = Number(/(?<!\d)(1[89]\d\d|2[01]\d\d)(?!\d)/.exec(text)?.[1])
  return Number.isFinite(year) ? year : null
}

/** 136, 136 min, 2h 16m, 1h30, 02:16:00 */
export function runtimeMs(text: string): number | null {
  const clock = /^(\d{1,2}):(\d\d):(\d\d)$/.exec(text)
  const hours = /(?<!\d)(\d+)\s*(?:h|小时|時間)(?:\D*?(\d{1,2})(?!\d))?/i.exec(text)
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : hours
      ? Number(hours[1]) * 60 + Number(hours[2] ?? 0)
      : Number(/\d+/.exec(text)?.[0])
  return Number.isFinite(minutes) && minutes > 0 && minutes < 6_000 ? minutes * 60_000 : null
}
