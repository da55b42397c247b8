/** When the box is asked for the film of a visit, and from where. */
import type { SentByScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { beforeEach, expect, test } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createVisitFilm } from './visit-film.ts'
import { takeArrival, type HereVisit } from './visit.ts'

const fresh: HereVisit = { movie_id: 'M1', path: '', point: 1_000, app: '', isStarted: false }
const play = (point: number) => ({ kind: 'play', movie_id: 'M1', path: '', point })

beforeEach(() => sessionStorage.clear())

function open(visit: HereVisit, isPlaying = false) {
  const clock = handClock()
  const sent: SentByScreen[] = []
  const film = createVisitFilm(visit, { send: (message) => sent.push(message), later: clock.later, isPlaying: () => isPlaying })
  return { film, sent, clock }
}

test('it is asked for once, when the page is let in', () => {
  const { film, sent, clock } = open(fresh)
  film.admitted()
  expect(sent).toEqual([play(1_000)])
  expect(takeArrival().visit).toEqual({ ...fresh, isStarted: true })
  clock.pass(60_000)
  expect(sent).toHaveLength(1)
})

test('a page that is loaded again gets its film from the box; where that has ended, it asks for it where it was', () => {
  const before = open(fresh)
  before.film.admitted()
  before.film.reached(90_000)
  const visit = takeArrival().visit ?? fresh
  const playing = open(visit, true)
  playing.film.admitted()
  playing.clock.pass(3_000)
  expect(playing.sent).toEqual([])
  const ended = open(visit)
  ended.film.admitted()
  expect(ended.sent).toEqual([])
  ended.clock.pass(3_000)
  expect(ended.sent).toEqual([play(90_000)])
})
