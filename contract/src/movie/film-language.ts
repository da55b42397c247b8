/** A film, series or episode in one of the two languages: its texts in that where it has some, else those that it has. */
import type { Lang } from '../kit/operation.ts'

type Texts = { title: string; overview: string }

export function inLanguage<F extends Texts & { texts?: Record<Lang, Texts> | undefined }>(film: F, lang: Lang): F {
  const texts = film.texts?.[lang]
  if (!texts) return film
  return { ...film, title: texts.title || film.title, overview: texts.overview || film.overview }
}
