/** C45, P46: the remote's card and the film's page show no TV state while the connection is down. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { lostTv, seeLostTv } from '../../kit/call/connection.ts'
import { connectionText } from '../../kit/text/connection-text.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { published, serve } from '../../testing/server.ts'
import { aDevice, aPlayer, aSignIn, aTv } from '../../testing/samples.ts'
import { PlayButton } from '../play/play-button.tsx'
import { player } from '../player.ts'
import { RemoteCard } from './remote-card.tsx'
import { RemotePanel } from './remote-panel.tsx'
import { TvRow } from '../screens/tv-row.tsx'

const tv = { ...aTv, screen_id: 'tv' }

beforeEach(() => {
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  serve({
    '/emqx/publish': published({
      screen_list: () => ({ code: Code.ok, data: { data: [tv], waiting: [], address: 'http://192.168.1.5:8701' } }),
    }),
  })
})
afterEach(() => {
  cleanup()
  lostTv.set('')
  player.clear()
  endSession()
})

const client = createClient(() => {})
const inClient = (children: React.ReactNode) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

test('C45: the tile knows that a TV is on, and says so no more once the box is offline', async () => {
  const { rerender } = render(inClient(<RemoteCard device={aDevice} />))
  expect(await screen.findByText('TV is on')).toBeTruthy()
  rerender(inClient(<RemoteCard device={{ ...aDevice, online: 0 }} />))
  expect(screen.queryByText('TV is on')).toBe(null)
  expect(screen.getByText(connectionText.en.whenBack)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Remote/ }).hasAttribute('disabled')).toBe(true)
})

test('P46: a TV in a list is green while the box is heard only', async () => {
  const { container } = render(inClient(<TvRow screen={tv} isChosen onSelect={() => {}} />))
  expect(container.querySelectorAll('.dot-dot:not(.dot-off)')).toHaveLength(1)
  await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
  expect(container.querySelectorAll('.dot-dot:not(.dot-off)')).toHaveLength(0)
  expect(screen.queryByText('On')).toBe(null)
})

test('P46: nothing is live on the page of the film that plays while its TV is offline', async () => {
  player.hear({ ...aPlayer, status: 3 })
  const { container } = render(
    inClient(<PlayButton movieId={aPlayer.movie_id} title="Metropolis" position={null} duration={600_000} />),
  )
  expect(container.querySelectorAll('.dot-dot.dot-live, .bar-bar.bar-live')).toHaveLength(2)
  await act(async () => lostTv.set('S1'))
  expect(container.querySelectorAll('.dot-dot.dot-live, .bar-bar.bar-live')).toHaveLength(0)
})

test('S93: nothing in the remote takes a press while the TV is off, also once its notice is dismissed, nor does the keyboard', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  player.hear({ ...aPlayer, status: 3 })
  render(inClient(<RemotePanel device={aDevice} isOpen onClose={() => {}} poster={() => null} />))
  await screen.findByRole('button', { name: 'Pause' })
  const names = ['Up', 'Left', 'Volume up', 'Back', 'Stop', 'Back 10 seconds', 'Forward 30 seconds', 'Pause']
  const taking = () => names.filter((name) => !screen.getByRole('button', { name }).matches(':disabled'))
  const isFreeKey = (key: string) => fireEvent.keyDown(document.body, { key }) && fireEvent.keyUp(document.body, { key })
  expect(taking()).toEqual(names)
  expect(['ArrowUp', ' '].filter(isFreeKey)).toEqual([])
  await act(async () => lostTv.set(aPlayer.screen_id))
  expect(taking()).toEqual([])
  await act(async () => seeLostTv())
  expect(screen.queryByText(connectionText.en.tv)).toBe(null)
  expect(taking()).toEqual([])
  expect(['ArrowUp', ' '].filter(isFreeKey)).toEqual(['ArrowUp', ' '])
  // Another TV that is off is no reason.
  await act(async () => lostTv.set('another'))
  expect(taking()).toEqual(names)
})
