/** The texts by which an episode is found: the names of its files with its titles, folded to a common spelling. They are stored beside it as text. */
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import { foldText } from '@homeport/contract/shape/list-keys/fold-text.ts'

/** A text for each file, in the episode's order. */
export function episodeKeysOf({ title, files, texts }: ReportedEpisode): string[] {
  const titles = [...new Set([title, texts?.zh.title ?? '', texts?.en.title ?? ''].map(foldText))].filter((text) => text !== '')
  return files.map(({ file_name }) => [foldText(file_name), ...titles].join(' '))
}

/** From keys of an older version: an episode's titles in the other language stand only there. */
export function refoldedEpisodeKeys(files: readonly { file_name: string }[], keys: readonly string[]): string[] {
  return files.map(({ file_name }, at) => [...new Set(foldText(`${file_name} ${keys[at] ?? ''}`).split(' '))].join(' '))
}

const separator = '\t'

export function writeEpisodeKeys(keys: readonly string[]): string {
  return keys.join(separator)
}

export function readEpisodeKeys(line: string): string[] {
  return line === '' ? [] : line.split(separator)
}
