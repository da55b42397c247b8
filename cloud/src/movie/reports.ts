/** Mirror consumer for the films that a box reports. */
import { filmRow } from '@homeport/contract/movie.ts'
import { mirrorConsumer, type MirrorConsumer } from '../link/mirror/mirror-consumer.ts'
import { forgetFilms, saveFilms } from './store.ts'

export const movieConsumers: MirrorConsumer[] = [mirrorConsumer(filmRow, { keep: saveFilms, forget: forgetFilms })]
