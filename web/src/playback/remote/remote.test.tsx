/** The remote with the real socket code and a real socket. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { specText } from '@homeport/contract/shape/field/spec-text.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { keepFocus } from '../../app/route/keep-focus.ts'
import { lostTv } from '../../kit/call/connection.ts'
import { connectionText } from '../../kit/text/connection-text.ts'
import { isConnected, startConnection } from '../../kit/call/box-connection.ts'
import { storageKeys } from '../../kit/storage.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { published, serve } from '../../testing/server.ts'
import { aDevice, aPlayer, aSignIn, aTv } from '../../testing/samples.ts'
import { setIntent } from '../play/intent.ts'
import { player, startPlayer } from '../player.ts'
import { keyTrouble, keys as remoteKeys } from '../pad/remote-status.ts'
import { unnamedTv } from '../screens/name-tv.tsx'
import { RemotePanel } from './remote-panel.tsx'
import { openTv } from '../../testing/tv.ts'

// Held keys repeat by a clock that the test moves.
const repeats = await vi.hoisted(async () => (await import('../../../../testing/hand-clock.ts')).handClock())
vi.mock('../pad/keys.ts', async (original) => {
  const real = await original<typeof import('../pad/keys.ts')>()
  return {
    ...real,
    createKeys: (deps: Parameters<typeof real.createKeys>[0]) => real.createKeys({ ...deps, later: repeats.later }),
  }
})

let tv: Awaited<ReturnType<typeof openTv>>
let called: string[]
let renamed: unknown[]
let tvs: (typeof aTv)[]
let stops: (() => void)[]

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  called = []
  renamed = []
  tvs = []
  serve({
    '/emqx/publish': published({
      remote_key: ({ key, phase }) => {
        called.push(`${String(key)} ${String(phase)}`)
        return { code: Code.ok, data: {} }
      },
      screen_rename: (data) => {
        renamed.push(data)
        tv.push({ screen_name: String(data.name) })
        return { code: Code.ok, data: { ...aTv, ...data } }
      },
      player_list: () => ({ code: Code.noResponse }),
      play_queue: () => ({ code: Code.ok, data: { screen_id: 'S1', queue: [], following: [] } }),
      screen_list: () => ({ code: Code.ok, data: { data: tvs, waiting: [], address: 'http://tv' } }),
    }),
  })
  tv = await openTv()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  stops = [startPlayer(), startConnection()]
  await waitFor(() => expect(isConnected.get()).toBe(true))
})
afterEach(async () => {
  cleanup()
  stops.forEach((stop) => stop())
  endSession()
  keyTrouble.set(null)
  await tv.stop()
})

function show(close = () => {}) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <RemotePanel device={aDevice} isOpen onClose={close} poster={() => null} />
    </QueryClientProvider>,
  )
}
const key = (name: string) => screen.findByRole('button', { name })
const keys = (...expected: string[]) => waitFor(() => expect(tv.keys()).toEqual(expected))
const hide = (state: 'hidden' | 'visible') =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('a TV by DLNA has its volume keys, and a sentence in place of the pad', async () => {
  tvs = [{ ...aTv, player: 'dlna', lacks: ['keys', 'text', 'speed', 'comments'] }]
  show()
  expect(await screen.findByText(/Living-room TV plays over DLNA, so the arrow keys/)).toBeTruthy()
  for (const name of ['OK', 'Back', 'Home', 'Type on the TV']) expect(screen.queryByRole('button', { name })).toBe(null)
  fireEvent.pointerDown(await key('Volume up'), { button: 0 })
  await keys('volume_up down')
  fireEvent.pointerUp(await key('Volume up'))
})

test('the display of the box says when its arrow keys work, and has them then', async () => {
  tvs = [{ ...aTv, player: 'mpv', lacks: ['text', 'comments', 'limit', 'keys'] }]
  show()
  expect(await screen.findByText('The arrow keys work here while a film plays.')).toBeTruthy()
  expect(screen.getByText('Choose a film in the library.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'OK' })).toBe(null)
})

describe('a TV that was just let in', () => {
  afterEach(() => unnamedTv.set(null))

  test('is named over the remote, by a room or by what is typed', async () => {
    unnamedTv.set({ ...aTv, name: 'Chrome (Linux)' })
    show()
    await act(async () => tv.push({ ...tv.playing({ screen_id: aTv.screen_id, screen_name: 'Chrome (Linux)' }) }))
    const field = await screen.findByLabelText<HTMLInputElement>('TV name')
    expect(field.value).toBe('Chrome (Linux)')
    fireEvent.click(await key('Bedroom'))
    expect(field.value).toBe('Bedroom TV')
    await act(async () => (await key('Done')).click())
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Name this TV' })).toBe(null))
    expect(renamed).toEqual([{ screen_id: aTv.screen_id, name: 'Bedroom TV' }])
    expect(await screen.findByRole('dialog', { name: 'Bedroom TV' })).toBeTruthy()
    expect(unnamedTv.get()).toBe(null)
  })

  test('its sheet leaves the focus to the remote below it, not to the page', async () => {
    const heading = document.createElement('h1')
    heading.tabIndex = -1
    document.body.append(heading)
    heading.focus()
    const stop = keepFocus()
    unnamedTv.set(aTv)
    show()
    const sheet = await screen.findByRole('dialog', { name: 'Name this TV' })
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(sheet, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Name this TV' })).toBe(null))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
    stop()
    heading.remove()
  })

  test('keeps its name where the sheet is closed, and an empty name is told', async () => {
    unnamedTv.set(aTv)
    show()
    fireEvent.change(await screen.findByLabelText('TV name'), { target: { value: ' ' } })
    await act(async () => (await key('Done')).click())
    expect(await screen.findByRole('alert')).toBeTruthy()
    const sheet = screen.getByRole('dialog', { name: 'Name this TV' })
    await act(async () => within(sheet).getByRole('button', { name: 'Close' }).click())
    await waitFor(() => expect(unnamedTv.get()).toBe(null))
    expect(renamed).toEqual([])
  })
})

describe('keys', () => {
  test('go down and up with the finger, as frames on the open socket', async () => {
    show()
    fireEvent.pointerDown(await key('Back'), { button: 0 })
    await keys('back down')
    fireEvent.pointerUp(await key('Back'))
    await keys('back down', 'back up')
    expect(called).toEqual([])
  })

  test.each([
    ['the finger is taken away', async () => fireEvent.pointerCancel(await key('Volume up'))],
    ['the window loses the focus', async () => fireEvent.blur(window)],
    ['the remote closes', async () => cleanup()],
  ])('go up when %s', async (_, lose) => {
    show()
    fireEvent.pointerDown(await key('Volume up'), { button: 0 })
    await keys('volume_up down')
    await lose()
    await waitFor(() => expect(tv.keys().at(-1)).toBe('volume_up up'))
    const before = tv.keys()
    repeats.pass(10_000)
    // Frames come in order.
    remoteKeys.tap('ok')
    await keys(...before, 'ok press')
  })

  test('go up when the page is hidden, although the socket closes with it', async () => {
    show()
    fireEvent.pointerDown(await key('Volume up'), { button: 0 })
    await keys('volume_up down')
    await hide('hidden')
    await waitFor(() => expect([...tv.keys(), ...called].at(-1)).toBe('volume_up up'))
  })

  test('go up by a call when the socket is cut under them', async () => {
    show()
    fireEvent.pointerDown(await key('Volume up'), { button: 0 })
    await keys('volume_up down')
    tv.cut()
    await waitFor(() => expect(called).toEqual(['volume_up up']))
  })

  test('without a socket one press goes by a call, and what is held does not repeat', async () => {
    show()
    await act(async () => stops.pop()?.())
    await waitFor(() => expect(isConnected.get()).toBe(false))
    fireEvent.pointerDown(await key('Volume up'), { button: 0 })
    await waitFor(() => expect(called).toEqual(['volume_up press']))
    for (let beat = 0; beat < 10; beat += 1) await act(async () => repeats.pass(100))
    fireEvent.pointerUp(await key('Volume up'))
    // Calls go in order; one that comes while another is under way is dropped.
    await waitFor(() => {
      remoteKeys.tap('ok')
      expect(called).toContain('ok press')
    })
    expect(called.filter((one) => one !== 'ok press')).toEqual(['volume_up press'])
  })

  test('of the keyboard are arrows, Enter and Backspace; a held one keeps the remote’s own beat', async () => {
    show()
    await key('Up')
    for (const name of ['ArrowLeft', 'Enter', 'Backspace']) {
      fireEvent.keyDown(document.body, { key: name })
      fireEvent.keyDown(document.body, { key: name, repeat: true })
      fireEvent.keyUp(document.body, { key: name })
    }
    await keys('left down', 'left up', 'ok down', 'ok up', 'back down', 'back up')
  })

  test('of the keyboard: Escape closes the remote and tells the TV nothing; the keys say what they do (E69)', async () => {
    const close = vi.fn<() => void>()
    show(close)
    fireEvent.click(await key('Keyboard shortcuts'))
    expect(await screen.findByText('Close the remote')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Close the remote')).toBe(null))
    fireEvent.keyDown(await key('Up'), { key: 'Escape' })
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
    expect(tv.keys()).toEqual([])
  })

  test('that find no TV say so, with the way to one', async () => {
    show()
    tv.refuse('no_screen')
    fireEvent.pointerDown(await key('Home'), { button: 0 })
    fireEvent.pointerUp(await key('Home'))
    expect(await screen.findByRole('button', { name: 'No TV connected · Connect a TV' })).toBeTruthy()
  })
})

describe('what is not connected (P46)', () => {
  const green = () => document.querySelectorAll('.dot-dot:not(.dot-off)').length
  afterEach(() => lostTv.set(''))

  test('is said in the words of the connection line, and nothing is green beside it', async () => {
    show()
    await key('Up')
    await act(async () => tv.push({ ...tv.playing({ current_point: 60_000 }) }))
    await key('Pause')
    await act(async () => lostTv.set('S1'))
    expect(await screen.findByText(connectionText.en.tv)).toBeTruthy()
    expect(document.querySelectorAll('.player-bar-player.player-bar-halted')).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Pause' }).matches(':disabled')).toBe(true)
    await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
    expect(await screen.findByText(connectionText.en.box)).toBeTruthy()
    expect(screen.getByRole('button', { name: connectionText.en.help })).toBeTruthy()
    expect(green()).toBe(0)
    expect(document.body.textContent).not.toContain(specText.en.notOnline)
    await act(async () => (lostTv.set(''), setCurrentDevice(aDevice)))
    await waitFor(() => expect(screen.queryByText(connectionText.en.box)).toBe(null))
    expect(document.querySelectorAll('.player-bar-player.player-bar-halted')).toHaveLength(0)
    expect(screen.getByRole('button', { name: 'Pause' }).matches(':disabled')).toBe(false)
  })

  test('is learned by a key before anybody else hears of it', async () => {
    show()
    await key('Up')
    await act(async () => keyTrouble.set('offline'))
    expect(await screen.findByText(connectionText.en.box)).toBeTruthy()
    expect(green()).toBe(0)
  })

  test('is no green dot while the socket is gone', async () => {
    show()
    await key('Up')
    await act(async () => stops.pop()?.())
    await waitFor(() => expect(isConnected.get()).toBe(false))
    expect(green()).toBe(0)
  })
})

describe('the player', () => {
  test('shows what the box says 0.5 s after the socket opened', async () => {
    tv.playing({ current_point: 65_000 })
    show()
    expect(await screen.findByText('Metropolis', {}, { timeout: 20_000 })).toBeTruthy()
    expect(screen.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toMatch(/^1:0\d of 10:00$/)
  })

  test('pauses, plays on, jumps, mutes and stops', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({ current_point: 60_000 }) }))
    fireEvent.click(await key('Pause'))
    fireEvent.click(await key('Play'))
    fireEvent.click(await key('Back 10 seconds'))
    await waitFor(() =>
      expect(
        tv.messages.filter((one) => one.startsWith('player_') && !/^player_(?:status|tracks)$/.test(one)).slice(0, 3),
      ).toEqual(['player_pause', 'player_resume', 'player_seek']),
    )
    await waitFor(() => expect(player.playing.get()?.info.current_point).toBeLessThanOrEqual(51_000))
    fireEvent.click(await key('Forward 30 seconds'))
    await waitFor(() => expect(player.playing.get()?.info.current_point).toBeGreaterThanOrEqual(80_000))
    const mutes = await screen.findAllByRole('button', { name: 'Mute' })
    fireEvent.click(mutes.at(-1) ?? document.body)
    expect(await key('Unmute')).toBeTruthy()
    fireEvent.click(await key('Stop'))
    expect(await screen.findByText('Nothing is playing')).toBeTruthy()
  })

  test('listens to the keyboard: space pauses and goes on, j and l jump (D53)', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({ current_point: 60_000 }) }))
    await key('Pause')
    const press = (name: string) => act(async () => fireEvent.keyDown(document.body, { key: name }))
    await press(' ')
    await press('k')
    await press('j')
    await press('l')
    await waitFor(() =>
      expect(tv.messages.filter((one) => one.startsWith('player_') && !/^player_(?:status|tracks)$/.test(one))).toEqual([
        'player_pause',
        'player_resume',
        'player_seek',
        'player_seek',
      ]),
    )
  })

  test('says what is on its way and what begins when its TV is on, and gives it up', async () => {
    show()
    await act(async () => tv.push({ ...aPlayer, status: -1, is_pending: true }))
    expect(await screen.findByText('Waiting for Living-room TV')).toBeTruthy()
    fireEvent.click(await key('Cancel'))
    await waitFor(() => expect(tv.messages).toContain('exit_player'))
    expect(await screen.findByText('Nothing is playing')).toBeTruthy()
  })

  test.each([
    ['its list of TVs', async () => void (tvs = [{ ...aTv, is_online: false }])],
    ['a report', () => act(async () => tv.push({ ...aPlayer, status: -1, is_pending: true }))],
  ])('says at once that a film waits for a TV that the box calls off by %s, and gives up the play', async (_, callOff) => {
    const film = { movie_id: 'M1', path: '', title: 'Metropolis', point: 0, left: 0, duration: 0 }
    const target = { target: aTv.screen_id, screen_name: aTv.name }
    setIntent({ ...film, ...target, devsn: aDevice.devsn, step: 'starting', from: '', at: 0 })
    tvs = [aTv]
    await callOff()
    show()
    expect(await screen.findByText('Waiting for Living-room TV')).toBeTruthy()
    fireEvent.click(await key('Cancel'))
    await waitFor(() => expect(tv.targets()).toContain(`exit_player ${aTv.screen_id}`))
    expect(await screen.findByText('Nothing is playing')).toBeTruthy()
  })

  test('says in words that the TV’s browser wants a press before it plays sound', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({ sound: 'blocked' }) }))
    expect(await screen.findByText('Muted. Press OK on the TV’s remote to turn on sound.')).toBeTruthy()
  })

  test('says that the TV asks whether somebody watches; Play answers', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({ status: 4, is_asking: true }) }))
    expect(await screen.findByText('Still watching? Play starts the next episode.')).toBeTruthy()
    fireEvent.click(await key('Play'))
    await waitFor(() => expect(tv.messages).toContain('player_resume'))
  })

  test('spec 4: is forgotten when the app is hidden, and asked for again when it is shown', async () => {
    tv.push({ ...tv.playing({}) })
    await waitFor(() => expect(player.playing.get()).not.toBe(null))
    expect(storageKeys.realm('en', 'playerInfo').get()).toMatchObject({ title: 'Metropolis' })
    await hide('hidden')
    expect(player.playing.get()).toBe(null)
    expect(storageKeys.realm('en', 'playerInfo').get()).toBe(null)
    await waitFor(() => expect(tv.count()).toBe(0))
    await hide('visible')
    await waitFor(() => expect(player.playing.get()?.info.title).toBe('Metropolis'))
  })

  test('of another box is not shown for this one', async () => {
    tv.push({ ...tv.playing({}) })
    await waitFor(() => expect(player.playing.get()).not.toBe(null))
    await act(async () => setCurrentDevice({ ...aDevice, devid: 'D2', devsn: 'BBBBBBBBBBBBBBBB' }))
    expect(player.playing.get()).toBe(null)
  })
})
