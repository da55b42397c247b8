/** The feedback draft, with its pictures, in this browser: survives a reload; deleted when sent or when the session ends (P13). */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { forgetSaved, readSaved, writeSaved, writeTyped } from '../kit/storage.ts'

export type Words = { text: string; contact: string }
export type Draft = { words: Words | null; pictures: Blob[] }

const prefix = (lang: Lang) => `${lang}/feedback/`
const wordsKey = (lang: Lang) => `${prefix(lang)}words`
const picturesKey = (lang: Lang) => `${prefix(lang)}pictures`

export async function readDraft(lang: Lang): Promise<Draft> {
  const [words, pictures] = await Promise.all([readSaved(wordsKey(lang)), readSaved(picturesKey(lang))])
  return {
    words: isWords(words) ? words : null,
    pictures: Array.isArray(pictures) ? pictures.filter((one): one is Blob => one instanceof Blob) : [],
  }
}

export function keepWords(lang: Lang, words: Words): void {
  void writeTyped(wordsKey(lang), words)
}

export function keepPictures(lang: Lang, pictures: readonly Blob[]): void {
  void writeSaved(picturesKey(lang), pictures)
}

export async function dropDraft(lang: Lang): Promise<void> {
  await forgetSaved(prefix(lang))
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && 'text' in value && 'contact' in value
}
