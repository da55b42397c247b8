/** The name of an audio track or subtitle: its language in the language of the page, and what the file calls it. */
import { lang } from '../kit/lang.ts'
import { languageName } from '../kit/text/language-name.ts'

export function trackName({ language, title, id }: { language: string; title: string; id: string }): string {
  return [languageName(language, lang.get()), title].filter((part) => part !== '').join(' · ') || id
}
