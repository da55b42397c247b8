/** The remote’s card of the next film: the seconds that the TV counts, and its two answers. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aPlayer, aSignIn } from '../../testing/samples.ts'
import { published, serve } from '../../testing/server.ts'
import { player } from '../player.ts'
import { NextCard } from './next-card.tsx'

const next = { movie_id: 'm2', path: 'f2', title: 'The Spectre', season: 2, episode: 1 }
/** 12 s before its end, on a TV that counts. */
const ending: PlayerInfo = { ...aPlayer, status: 4, current_point: 588_000, next, plays_next: true }
let sent: string[]

beforeEach(() => {
  setLang('en')
  sent = []
  const reply = (name: string, info: PlayerInfo) => (data: unknown) => {
    sent.push(`${name} ${JSON.stringify(data)}`)
    return { code: Code.ok, data: info }
  }
  serve({
    '/emqx/publish': published({
      player_next: reply('player_next', { ...aPlayer, title: 'The Spectre', next: null }),
      player_stay: reply('player_stay', { ...ending, plays_next: false }),
    }),
  })
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  player.clear()
  endSession()
})

function Card() {
  const playing = useObservable(player.playing)
  return playing && <NextCard playing={playing} />
}
function show(info: PlayerInfo): void {
  player.hear(info)
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Card />
    </QueryClientProvider>,
  )
}
const card = () => screen.queryByRole('region', { name: 'Next: S2 E1 · The Spectre' })

test('it says what comes next and in how many seconds; Play now plays it', async () => {
  show(ending)
  expect(card()?.textContent).toContain('Next episode in 12 s')
  fireEvent.click(screen.getByRole('button', { name: 'Play now' }))
  await waitFor(() => expect(card()).toBeNull())
  expect(sent).toEqual(['player_next {"target":"S1","back":false}'])
})

test('Not now takes it away at once, on this phone and on others that hear the box', async () => {
  show(ending)
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(card()).toBeNull())
  await waitFor(() => expect(sent).toEqual(['player_stay {"target":"S1"}']))
  act(() => player.hear(ending))
  expect(card()).not.toBeNull()
  act(() => player.hear({ ...ending, plays_next: false }))
  expect(card()).toBeNull()
})

test.each([
  ['is far from its end', { current_point: 570_000 }],
  ['is followed by nothing', { next: null }],
  ['is one after which the TV asks, or nobody wants another', { plays_next: false }],
] as const)('it is not there while a film %s', (_, change) => {
  show({ ...ending, ...change })
  expect(screen.queryByText(/Next/)).toBeNull()
})

test('in Chinese a film that is next has no number', () => {
  setLang('zh')
  show({ ...ending, next: { ...next, season: null, episode: null } })
  expect(screen.getByRole('region', { name: '接下来：The Spectre' }).textContent).toContain('12 秒后播放下一部')
})
