/** The remote in a household, what plays next, and a phone that wakes; with the real socket code and a real socket. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../app/client.ts'
import { isConnected, startConnection } from '../kit/call/box-connection.ts'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { published, serve } from '../testing/server.ts'
import { aDevice, aPlayer, aSignIn, aTv } from '../testing/samples.ts'
import { Toasts } from '../ui/toast.tsx'
import { player, startPlayer } from './player.ts'
import { keyTrouble } from './pad/remote-status.ts'
import { RemotePanel } from './remote/remote-panel.tsx'
import { openTv } from '../testing/tv.ts'

let tv: Awaited<ReturnType<typeof openTv>>
let called: string[]
let tvs: (typeof aTv)[]
let queued: object[]
let listed: object[] | null
let following: object[]
let queueActs: string[]
/** The box's answer to a jump to an entry. */
let queueAnswer: { code: number; data: object }
let stops: (() => void)[]

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  called = []
  tvs = []
  queued = []
  listed = null
  following = []
  queueActs = []
  queueAnswer = { code: Code.ok, data: aPlayer }
  serve({
    '/emqx/publish': published({
      remote_key: ({ key, phase }) => {
        called.push(`${String(key)} ${String(phase)}`)
        return { code: Code.ok, data: {} }
      },
      player_list: () => (listed ? { code: Code.ok, data: { data: listed } } : { code: Code.noResponse }),
      play_queue: () => ({ code: Code.ok, data: { screen_id: 'S1', queue: queued, following } }),
      ...changes(),
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

/** The box's answers to changes of the queue. */
function changes() {
  const answer = (name: string) => (data: object) => {
    queueActs.push(`${name} ${JSON.stringify(data)}`)
    return { code: Code.ok, data: { screen_id: 'S1', queue: queued, following } }
  }
  const names = ['play_queue_add', 'play_queue_move', 'play_queue_remove']
  const jump = (data: object): typeof queueAnswer => {
    queueActs.push(`player_next ${JSON.stringify(data)}`)
    return queueAnswer
  }
  return { ...Object.fromEntries(names.map((name) => [name, answer(name)])), player_next: jump }
}

function show(close = () => {}) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <RemotePanel device={aDevice} isOpen onClose={close} poster={() => null} />
    </QueryClientProvider>,
  )
}
const key = (name: string) => screen.findByRole('button', { name })
const hide = (state: 'hidden' | 'visible') =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })

describe('several TVs and people', () => {
  const bedroom = {
    screen_id: 'S2',
    screen_name: 'Bedroom TV',
    title: 'Sunrise',
    path: 'F2',
    movie_id: 'M2',
    user_id: '2',
    user_name: 'Ben',
  }
  const others = (info: object) => act(async () => tv.pushOther({ ...bedroom, ...info }))

  test('the title switches between them; keys and player go to the chosen one', async () => {
    tvs = [aTv, { ...aTv, screen_id: 'S2', name: 'Bedroom TV' }]
    show()
    await act(async () => tv.push({ ...tv.playing({}) }))
    await others({})
    expect(await screen.findByText('Metropolis')).toBeTruthy()
    fireEvent.click(await key('Living-room TV, choose another TV'))
    fireEvent.click(await screen.findByRole('radio', { name: /Bedroom TV/ }))
    expect(await screen.findByText('Sunrise')).toBeTruthy()
    expect(screen.getByText(/Bedroom TV · Ben/)).toBeTruthy()
    fireEvent.pointerDown(await key('Back'), { button: 0 })
    fireEvent.pointerUp(await key('Back'))
    fireEvent.click(await key('Pause'))
    await waitFor(() => expect(tv.targets()).toEqual(['remote_key S2', 'remote_key S2', 'player_pause S2']))
  })

  test('who took over, or paused, is said once to the person who started the film', async () => {
    show()
    render(<Toasts />)
    await act(async () => tv.push({ ...tv.playing({}) }))
    await waitFor(() => expect(player.playing.get()).not.toBe(null))
    const change = { id: 'c1', kind: 'pause', user_id: '2', user_name: 'Ben' } as const
    await act(async () => tv.push({ status: 4, change }))
    expect(await screen.findByText('Ben paused', {}, { timeout: 5_000 })).toBeTruthy()
    await act(async () =>
      tv.push({
        ...bedroom,
        screen_id: 'S1',
        screen_name: 'Living-room TV',
        status: 3,
        change: { ...change, id: 'c2', kind: 'play' },
      }),
    )
    expect(await screen.findByText('Ben now plays Sunrise on Living-room TV', {}, { timeout: 5_000 })).toBeTruthy()
    // It is Ben's film now.
    await act(async () => tv.push({ status: 4, change: { ...change, id: 'c3' } }))
    expect(screen.queryByText('Ben paused')).toBe(null)
  })
})

describe('what plays next', () => {
  const entry = (id: string, title: string) => ({
    id,
    movie_id: `m-${id}`,
    path: `f-${id}`,
    title,
    series_title: '',
    season: null,
    episode: null,
    duration_ms: 60_000,
    poster: '',
  })
  const rows = () => screen.getAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label'))
  beforeEach(() => {
    queued = [entry('1', 'Sunrise'), entry('2', 'Nosferatu'), entry('3', 'Faust')]
    following = [{ ...entry('4', 'The Storm'), series_title: 'Harbour', season: 1, episode: 3 }]
  })
  async function open(): Promise<void> {
    show()
    render(<Toasts />)
    await act(async () => tv.push({ ...tv.playing({}) }))
    await act(async () => stops.pop()?.())
    fireEvent.click(await key('Playlist'))
    expect(await screen.findByText('Nosferatu')).toBeTruthy()
  }

  test('is ordered with the arrow keys, and says what follows by itself', async () => {
    await open()
    expect(screen.getByText('S1 E3 · The Storm')).toBeTruthy()
    await act(async () => fireEvent.keyDown(screen.getByRole('button', { name: 'Move Faust' }), { key: 'ArrowUp' }))
    await waitFor(() => expect(rows()).toEqual(['Move Sunrise', 'Move Faust', 'Move Nosferatu']))
    await waitFor(() => expect(queueActs).toEqual(['play_queue_move {"target":"S1","id":"3","to":1}']))
  })

  test('a tapped entry plays now, of the queue or of what follows; the sheet makes room for the remote', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: /^Play Nosferatu/ }))
    await waitFor(() => expect(queueActs).toEqual(['player_next {"target":"S1","back":false,"id":"2"}']))
    await waitFor(() => expect(screen.queryByText('Nosferatu')).toBe(null))
    fireEvent.click(await key('Playlist'))
    fireEvent.click(await screen.findByRole('button', { name: /^Play S1 E3 · The Storm/ }))
    await waitFor(() => expect(queueActs.at(-1)).toBe('player_next {"target":"S1","back":false,"id":"4"}'))
  })

  test('an entry whose film the box has no longer says so', async () => {
    queueAnswer = { code: Code.notFound, data: { reason: 'no_film' } }
    await open()
    fireEvent.click(screen.getByRole('button', { name: /^Play Faust/ }))
    expect(await screen.findByText(/no longer on the box/, {}, { timeout: 5_000 })).toBeTruthy()
  })

  test('a removed film comes back to its place by Undo', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Remove Nosferatu' }))
    await waitFor(() => expect(rows()).toEqual(['Move Sunrise', 'Move Faust']))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(queueActs.slice(1)).toHaveLength(2))
    expect(queueActs[1]).toContain('"movie_id":"m-2"')
    expect(queueActs[2]).toContain('"to":1')
  })
})

describe('more of a film', () => {
  test('speed and sleep timer are set for the screen that is shown', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({}) }))
    fireEvent.click(await key('Playback'))
    fireEvent.click(await screen.findByRole('tab', { name: /1.5×/ }))
    await waitFor(() => expect(tv.targets()).toContain('player_speed S1'))
    await waitFor(() => expect(player.playing.get()?.info.speed).toBe(1.5))
    fireEvent.click(screen.getByRole('tab', { name: /30 min/ }))
    await waitFor(() => expect(tv.targets()).toContain('player_sleep S1'))
    expect(await screen.findByText('Pauses in 30 min')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('tab', { name: /30 min/ }).getAttribute('aria-selected')).toBe('true'))
  })

  test.each([
    [1_799_001, 'Pauses in 30 min', '30 min'],
    [61_000, 'Pauses in 2 min', '15 min'],
    [-1, 'Stops after this one', 'At the end'],
  ])('a sleep timer of %i ms, set on another phone, says when it pauses', async (sleep_ms, words, chosen) => {
    show()
    await act(async () => tv.push({ ...tv.playing({ sleep_ms }) }))
    fireEvent.click(await key('Playback'))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('tab', { name: chosen }).getAttribute('aria-selected')).toBe('true')
  })

  test('night sound is switched, says which key the TV wants, and is not there where the browser has none', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({}) }))
    fireEvent.click(await key('Playback'))
    const night = await screen.findByRole<HTMLInputElement>('switch', { name: 'Night sound' })
    fireEvent.click(night)
    await waitFor(() => expect(tv.targets()).toContain('player_volume S1'))
    await act(async () => tv.push({ ...tv.playing({ night: 'blocked' }) }))
    expect(await screen.findByText('Press OK on the TV’s remote to turn it on.')).toBeTruthy()
    expect(night.checked).toBe(true)
    await act(async () => tv.push({ ...tv.playing({ night: 'none' }) }))
    expect(await screen.findByText('The browser of this TV can’t do that.')).toBeTruthy()
    expect(night.disabled).toBe(true)
  })

  test('bullet comments are written from there, and not from the front of the remote', async () => {
    show()
    await act(async () => tv.push({ ...tv.playing({}) }))
    const more = await key('Playback')
    expect(screen.queryByRole('button', { name: 'Comments' })).toBe(null)
    fireEvent.click(more)
    fireEvent.click(await screen.findByRole('button', { name: 'Comments' }))
    expect(await screen.findByRole('textbox', { name: /comment/i })).toBeTruthy()
  })

  test('what is typed goes to the TV, the latest while one is on its way', async () => {
    show()
    fireEvent.click(await key('Type on the TV'))
    const field = await screen.findByRole('searchbox', { name: 'Search on the TV' })
    for (const value of ['m', 'me', 'met']) fireEvent.change(field, { target: { value } })
    await waitFor(() => expect(tv.texts().at(-1)).toBe('met'))
    expect(tv.texts()[0]).toBe('m')
    expect(tv.texts().length).toBeLessThan(3)
  })
})

describe('after sleep or a lost network', () => {
  const answersBy = () => waitFor(() => expect(player.playing.get()?.info.title).toBe('Sunrise'))
  beforeEach(async () => {
    await act(async () => tv.push({ ...tv.playing({}) }))
    await waitFor(() => expect(player.playing.get()?.info.title).toBe('Metropolis'))
    listed = [{ ...aPlayer, title: 'Sunrise', path: 'F2' }]
  })

  test('what plays is there once the page is shown, by a call, before any socket', async () => {
    await hide('hidden')
    await waitFor(() => expect(tv.count()).toBe(0))
    tv.mute()
    expect(player.playing.get()).toBe(null)
    await hide('visible')
    await answersBy()
  })

  test('and of the network back, where the socket is dead and does not know it', async () => {
    tv.mute()
    await act(async () => window.dispatchEvent(new Event('online')))
    await answersBy()
  })
})
