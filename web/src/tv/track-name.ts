/** The name of an audio track or subtitle: its language in the language of the page, and what the file calls it. */
import { lang } from '../kit/lang.ts'

export function trackName({ language, title, id }: { language: string; title: string; id: string }): string {
  return [languageName(language), title].filter((part) => part !== '').join(' · ') || id
}

/** Old browsers have no names of languages: the code is shown. */
function languageName(code: string): string {
  if (code === '' || typeof Intl.DisplayNames !== 'function') return code
  try {
    return new Intl.DisplayNames([lang.get()], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
