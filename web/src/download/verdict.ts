/** What each pasted line is before it is sent, and what became of it after. */
import { sourceOf, type SourceKind } from '@homeport/contract/shape/source.ts'
import type { DownloadWords } from './text.ts'

export type Verdict =
  | { state: 'ready'; kind: SourceKind }
  | { state: 'bad'; word: string }
  | { state: 'sending' }
  | { state: 'added'; word: string }
export type Line = { url: string; verdict: Verdict }

/** Empty lines are left out; a link that stands above already is not added twice. */
export function linesOf(text: string, words: DownloadWords): Line[] {
  const urls = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const seen = new Set<string>()
  return urls.map((url) => {
    const source = sourceOf(url)
    const key = source.kind === 'magnet' ? source.infoHash : url
    const isTwice = seen.has(key)
    seen.add(key)
    if (isTwice) return { url, verdict: { state: 'bad', word: words.twice } }
    if (source.kind === 'unsupported') return { url, verdict: { state: 'bad', word: words.unsupported } }
    if (source.kind === 'empty_magnet') return { url, verdict: { state: 'bad', word: words.emptyMagnet } }
    return { url, verdict: { state: 'ready', kind: source.kind } }
  })
}
