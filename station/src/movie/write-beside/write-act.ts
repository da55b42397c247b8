/** The act that writes beside a film. */
import { filmWrite } from '@homeport/contract/movie/identify.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { FilmWriter } from './write-film.ts'

export function writeAct({ write }: FilmWriter): Handler {
  return answer(filmWrite, async ({ id, overwrite }, { realm }) => ({ files: await write(id, { overwrite, lang: realm }) }))
}
