/** The habits of playback in the settings: what is shown of them, and what a press sends to the box. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { PlayHabit } from '@homeport/contract/shape/film/track.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { press, show } from '../../testing/routes.tsx'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { ok } from '../../testing/server.ts'
import { HabitRows } from './habit-rows.tsx'
import { habitText } from './habit-text.ts'

const words = habitText.en
let habit: PlayHabit
let sent: object[]
let isRefused: boolean

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  sent = []
  isRefused = false
  habit = {
    audio_language: '',
    subtitle_language: 'fr',
    second_subtitle_language: 'en',
    size: 'm',
    plays_next: true,
    shows_bullets: false,
    hides_unseen: false,
  }
})
afterEach(() => {
  cleanup()
  endSession()
})

function open(online: 0 | 1 = 1): void {
  show(<HabitRows device={{ ...aDevice, online }} />, {
    acts: {
      track_habit: () => ok(habit),
      track_set_habit: (change) => {
        sent.push(change)
        if (isRefused) return { code: Code.noResponse }
        habit = { ...habit, ...change }
        return ok(habit)
      },
    },
  })
}
const turn = async (name: string) => act(async () => fireEvent.click(await screen.findByRole('switch', { name })))
const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')

test('a switch changes at once and sends itself alone; one that the box refuses goes back', async () => {
  open()
  await waitFor(() => expect(isOn(words.fields.plays_next)).toBe('true'))
  expect(isOn(words.fields.shows_bullets)).toBe('false')
  await turn(words.fields.plays_next)
  await waitFor(() => expect(sent).toEqual([{ plays_next: false }]))
  expect(isOn(words.fields.plays_next)).toBe('false')
  isRefused = true
  await turn(words.fields.shows_bullets)
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(isOn(words.fields.shows_bullets)).toBe('false'))
})

test('the second language stands behind the first and is chosen in the same sheet, but not where subtitles are off', async () => {
  open()
  await screen.findByText('Français, then English')
  await press(/^Subtitles/)
  const second = within(await screen.findByRole('radiogroup', { name: words.second }))
  expect(second.queryByRole('radio', { name: 'Français' })).toBeNull()
  await act(async () => fireEvent.click(second.getByRole('radio', { name: 'Deutsch' })))
  await screen.findByText('Français, then Deutsch')
  const first = within(screen.getByRole('radiogroup', { name: words.fields.subtitle_language }))
  await act(async () => fireEvent.click(first.getByRole('radio', { name: words.off })))
  await waitFor(() => expect(screen.queryByRole('radiogroup', { name: words.second })).toBeNull())
  expect(sent).toEqual([{ second_subtitle_language: 'de' }, { subtitle_language: 'off' }])
})

test('while the box is offline one row says why nothing can be changed, in place of dead switches', async () => {
  open(0)
  await screen.findByText(words.offline)
  expect(screen.queryAllByRole('switch')).toEqual([])
})
