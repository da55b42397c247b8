/** Hears the films that a box reports. */
import { filmRow } from '@homeport/contract/movie.ts'
import { hear, type Hearing } from '../link/mirror-consumer.ts'
import { forgetFilms, saveFilms } from './store.ts'

export const movieHearings: Hearing[] = [hear(filmRow, { keep: saveFilms, forget: forgetFilms })]
