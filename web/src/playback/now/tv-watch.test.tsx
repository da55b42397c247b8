/** P46: the connection line shows the TV's state as the box reports it, on every phone, also one that opens late; it clears by itself. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { lostTv } from '../../kit/call/connection.ts'
import { connectionText } from '../../kit/text/connection-text.ts'
import { setLang } from '../../kit/lang.ts'
import { isConnected, startConnection } from '../../kit/call/box-connection.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { published, serve } from '../../testing/server.ts'
import { aDevice, aSignIn, aTv } from '../../testing/samples.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { screens } from '../screens-data.ts'
import { player, startPlayer } from '../player.ts'
import { openTv } from '../../testing/tv.ts'
import { TvWatch } from './tv-watch.tsx'

let tv: Awaited<ReturnType<typeof openTv>>
let stops: (() => void)[]
let isOnline: boolean
let client: ReturnType<typeof createClient>

const waits = { status: -1, is_pending: true }
const over = { status: -1, is_pending: false, title: '', screen_id: '' }
const list = () => ({
  data: [
    { ...aTv, is_online: isOnline },
    { ...aTv, screen_id: 'S2', name: 'Bedroom TV', is_online: false },
  ],
  waiting: [],
  kodis: [],
  address: 'http://tv',
})

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  isOnline = false
  serve({ '/emqx/publish': published({ screen_list: () => ({ code: Code.ok, data: list() }) }) })
  tv = await openTv()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  stops = []
})
afterEach(async () => {
  cleanup()
  stops.forEach((stop) => stop())
  endSession()
  await tv.stop()
})

/** Opens the app, which asks the box what plays. */
async function open(): Promise<void> {
  client = createClient(() => {})
  render(
    <QueryClientProvider client={client}>
      <TvWatch device={aDevice} />
      <ConnectionNote />
    </QueryClientProvider>,
  )
  stops = [startPlayer(), startConnection()]
  await waitFor(() => expect(isConnected.get()).toBe(true))
}
async function turn(is: boolean): Promise<void> {
  isOnline = is
  await act(async () => void client.setQueryData(screens(aDevice).queryKey, list()))
}
const line = () => screen.queryByText(connectionText.en.tv)
const isSaid = () => waitFor(() => expect(line()).toBeTruthy())
const isGone = () => waitFor(() => expect(line()).toBe(null))

test('a phone that is opened while a film waits for its TV says that the TV is offline, until the TV is back', async () => {
  tv.playing(waits)
  await open()
  await isSaid()
  await turn(true)
  await isGone()
})

test('the line goes by itself when the wait is over', async () => {
  tv.playing(waits)
  await open()
  await isSaid()
  await act(async () => tv.push(over))
  await isGone()
})

test('a phone that saw it play says it at once, while the film waits, and no longer when that is over', async () => {
  isOnline = true
  tv.playing({})
  await open()
  await waitFor(() => expect(player.playing.get()).not.toBe(null))
  expect(line()).toBe(null)
  await turn(false)
  await isSaid()
  await act(async () => tv.push(waits))
  await waitFor(() => expect(player.pending.get()).not.toBe(null))
  expect(line()).toBeTruthy()
  await act(async () => tv.push(over))
  await isGone()
})

test('what the person has seen is said no more, but anew when the TV was on and went again', async () => {
  tv.playing(waits)
  await open()
  await isSaid()
  await act(async () => screen.getByRole('button', { name: connectionText.en.ok }).click())
  expect(line()).toBe(null)
  await turn(false)
  expect(line()).toBe(null)
  await turn(true)
  await waitFor(() => expect(lostTv.get()).toBe(''))
  await turn(false)
  await isSaid()
})

test('a TV that is off while nothing plays on it or waits for it is not worth a line', async () => {
  isOnline = true
  tv.playing({})
  await open()
  await waitFor(() => expect(client.getQueryData(screens(aDevice).queryKey)?.data).toHaveLength(2))
  expect(line()).toBe(null)
  await act(async () => tv.push(over))
  await waitFor(() => expect(player.playing.get()).toBe(null))
  await turn(false)
  expect(line()).toBe(null)
})
