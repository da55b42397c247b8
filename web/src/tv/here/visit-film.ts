/** The film of a visit: asked for when the box lets the page in, and once more by a page that was loaded again after its film had ended on the box. */
import type { SentByScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { keepVisit, type HereVisit } from './visit.ts'

/** The box sends a film that goes on sooner. */
const goesOnWithinMs = 3_000
/** How exactly a page that is loaded again knows where it was. */
const keepEveryMs = 5_000

type Deps = {
  send: (message: SentByScreen) => void
  later: (ms: number, run: () => void) => () => void
  isPlaying: () => boolean
}

export function createVisitFilm(visit: HereVisit, { send, later, isPlaying }: Deps) {
  let current = visit

  function keep(change: Partial<HereVisit>): void {
    current = { ...current, ...change }
    keepVisit(current)
  }

  function ask(): void {
    keep({ isStarted: true })
    const { movie_id, path, point } = current
    send({ kind: 'play', movie_id, path, point })
  }

  return {
    ask,
    /** The box let the page in. */
    admitted(): void {
      if (!current.isStarted) return ask()
      later(goesOnWithinMs, () => !isPlaying() && ask())
    },
    /** The film is at this point, ms. */
    reached(point: number): void {
      if (Math.abs(point - current.point) >= keepEveryMs) keep({ point: Math.round(point) })
    },
  }
}
