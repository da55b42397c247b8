/** Playing a film on a TV: start position, choice of TV, pairing a new one, reload, and error messages. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { reach, startReachability } from '../../kit/reachability.ts'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { published, serve } from '../../testing/server.ts'
import { aDevice, aPlayer, aSignIn, aTv } from '../../testing/samples.ts'
import { Modals } from '../../ui/modal.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { playIntent, setIntent, unfinishedIntent } from './intent.ts'
import { closeRemote, isRemoteOpen } from '../open-remote.ts'
import { PlayButton } from './play-button.tsx'
import { PlayFlow } from './play-flow.tsx'
import { player } from '../player.ts'
import { unnamedTv } from '../screens/name-tv.tsx'

const tv = { ...aTv, screen_id: 'tv' }
const kitchen = { ...tv, screen_id: 'kitchen', name: 'Kitchen' }
const own: typeof aTv = {
  ...aTv,
  screen_id: 'm_own',
  name: 'Box screen',
  player: 'mpv',
  lacks: ['text', 'comments', 'limit', 'keys'],
}
const dlna: typeof aTv = { ...kitchen, player: 'dlna', lacks: ['keys', 'speed'] }
const newTv = { address: '192.168.1.9', name: 'Samsung TV', until: 9, left_ms: 84_000 }

let played: Record<string, unknown>[]
let tried: string[]
let refusal: string | null
let inUse: object | null
let screens: (typeof tv)[]
let waiting: (typeof newTv)[]
let status: Partial<PlayerInfo>

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  played = []
  tried = []
  refusal = null
  inUse = null
  screens = [tv]
  waiting = []
  status = { status: -1, movie_id: '' }
  serve({
    '/emqx/publish': published({
      screen_list: () => ({ code: Code.ok, data: { data: screens, waiting, address: 'http://192.168.1.5:8701' } }),
      screen_admit: ({ digits }) => {
        tried.push(String(digits))
        if (digits !== '4071') return { code: Code.wrongCredentials, data: null }
        screens = [kitchen]
        waiting = []
        return { code: Code.ok, data: kitchen }
      },
      player_status: () => ({ code: Code.ok, data: { ...aPlayer, ...status } }),
      play: (data) => {
        played.push(data)
        if (inUse) return { code: Code.taken, data: inUse }
        return refusal ? { code: Code.notFound, data: { reason: refusal } } : { code: Code.ok, data: aPlayer }
      },
    }),
  })
})
afterEach(async () => {
  cleanup()
  unnamedTv.set(null)
  player.clear()
  setIntent(null)
  if (!isRemoteOpen.get()) return
  closeRemote()
  await waitFor(() => expect(isRemoteOpen.get()).toBe(false))
})

function show(position: number | null = null) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <PlayButton movieId="M1" title="Metropolis" position={position} duration={9_180_000} />
      <PlayFlow />
      <Toasts />
    </QueryClientProvider>,
  )
}
async function press(name: string | RegExp, position: number | null = null) {
  show(position)
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}
const type = (value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText('Four-digit code on the TV'), { target: { value } }))

describe('with exactly one TV that is on', () => {
  test('it plays there at once, from the start where one never began, and the remote opens', async () => {
    screens = [tv, { ...kitchen, is_online: false }]
    await press('Play: Metropolis')
    await waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: 'tv' }]))
    await waitFor(() => expect(isRemoteOpen.get()).toBe(true))
    expect(player.playing.get()?.info.title).toBe('Metropolis')
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  test.each([
    ['plays there although TVs are in the house by DLNA too', [dlna, tv], 'tv'],
    ['plays on the one by DLNA where no other is on', [{ ...tv, is_online: false }, dlna], 'kitchen'],
  ])('%s', async (_, listed, target) => {
    screens = listed
    await press('Play: Metropolis')
    await waitFor(() => expect(played[0]).toMatchObject({ target }))
  })

  test('the list says what a TV by DLNA cannot', async () => {
    screens = [tv, { ...kitchen, player: 'dlna', lacks: ['keys', 'text', 'subtitles', 'speed'] }]
    await press(/^Play elsewhere/)
    expect((await screen.findByRole('radio', { name: /Kitchen/ })).textContent).toBe('KitchenDLNA · no subtitles, no speed')
    expect(screen.getByRole('radio', { name: /Living-room/ }).textContent).toBe('Living-room TVOn')
  })

  test('and plays at the box itself where nothing else is on', async () => {
    screens = [{ ...tv, is_online: false }, own]
    await press('Play: Metropolis')
    await waitFor(() => expect(played[0]).toMatchObject({ target: 'm_own' }))
  })

  test('the list says what the display of the box can, and cannot', async () => {
    screens = [tv, own]
    await press(/^Play elsewhere/)
    const row = await screen.findByRole('radio', { name: /Box screen/ })
    expect(row.textContent).toBe('Box screenAll formats · no comments')
  })

  test('goes on from where one left it', async () => {
    await press('Resume from 48:12: Metropolis', 2_892_000)
    await waitFor(() => expect(played[0]).toMatchObject({ point: 2_892_000 }))
  })

  test('or begins anew', async () => {
    await press(/^Play elsewhere/, 2_892_000)
    const sheet = await screen.findByRole('dialog', { name: 'Play on' })
    fireEvent.click(within(sheet).getByRole('tab', { name: 'From the start' }))
    await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: 'Play on Living-room TV' })))
    await waitFor(() => expect(played[0]).toMatchObject({ point: 0 }))
  })

  test('says below the button where it plays and how much is left (B23)', async () => {
    show(2_892_000)
    const line = await screen.findByRole('button', { name: 'Play elsewhere, Living-room TV · 1 h 45 min left' })
    expect(line.textContent).toBe('Living-room TV · 1 h 45 min left')
  })

  test('while it plays there the page says so, leads to the remote and never offers to resume (A15)', async () => {
    await press('Resume from 48:12: Metropolis', 2_892_000)
    expect(await screen.findByText('Playing on Living-room TV')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Open remote' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(screen.queryByText(/Resume/)).toBe(null)
  })
})

describe('while the box cannot be reached', () => {
  let isConnected: boolean
  let stop: () => void
  const tell = () => act(async () => void dispatchEvent(new Event(isConnected ? 'online' : 'offline')))
  beforeEach(() => {
    isConnected = true
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isConnected)
    stop = startReachability(async () => isConnected)
  })
  afterEach(async () => {
    isConnected = true
    await tell()
    await waitFor(() => expect(reach.unreached.get()).toBe(null))
    stop()
  })

  test.each([
    ['the box is offline', true, 'Plays when the box is back'],
    ['the phone is offline', false, 'Plays when you’re back online'],
  ] as const)('because %s, Play waits and says until when; no TV is offered', async (_, connected, words) => {
    isConnected = connected
    await tell()
    setCurrentDevice({ ...aDevice, online: connected ? 0 : 1 })
    show(2_892_000)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resume from 48:12: Metropolis' }).disabled).toBe(true)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Play elsewhere/ })).toBe(null)
  })
})

describe('a TV on which somebody else watches', () => {
  const taken = { user_name: 'Anna', title: 'Sunrise', screen_name: 'Living room' }
  beforeEach(() => {
    inUse = taken
    screens = [tv, kitchen]
  })
  const choose = async () => {
    render(<Modals />)
    await press('Play: Metropolis')
    fireEvent.click(await screen.findByRole('button', { name: `Play on ${tv.name}` }))
    expect(await screen.findByText('Anna is watching Sunrise on Living room')).toBeTruthy()
  }

  test('asks before it is replaced', async () => {
    await choose()
    expect(played).toHaveLength(1)
    inUse = null
    fireEvent.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(played).toHaveLength(2))
    expect(played[1]).toMatchObject({ target: 'tv', is_replacing: true })
  })

  test.each([
    ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
  ])('or is left alone (%s): the film page is as before', async (_, giveUp) => {
    await choose()
    giveUp()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
    expect(playIntent.get()).toBe(null)
    expect(screen.queryByRole('dialog', { name: 'Play on' })).toBe(null)
    expect(played).toHaveLength(1)
  })

  test('or leads to another TV, and nothing is replaced', async () => {
    await choose()
    inUse = null
    fireEvent.click(screen.getByRole('button', { name: 'Play elsewhere' }))
    fireEvent.click(await screen.findByRole('radio', { name: /Kitchen/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Play on Kitchen' }))
    await waitFor(() => expect(played).toHaveLength(2))
    expect(played[1]).not.toHaveProperty('is_replacing')
    expect(played[1]).toMatchObject({ target: 'kitchen' })
  })
})

test('asks where when several are on; what is chosen plays from where one wants', async () => {
  screens = [tv, kitchen]
  await press('Resume from 48:12: Metropolis', 2_892_000)
  const sheet = await screen.findByRole('dialog', { name: 'Play on' })
  expect(within(sheet).getByText(/^1 h 45 min left, ends at \d\d:\d\d$/)).toBeTruthy()
  fireEvent.click(within(sheet).getByRole('radio', { name: /Kitchen/ }))
  fireEvent.click(within(sheet).getByRole('tab', { name: 'From the start' }))
  const play = within(sheet).getByRole('button', { name: 'Play on Kitchen' })
  // The name is cut where it is long, the words around it are not.
  expect(within(play).getByText('Kitchen').className).toContain('text-oneLine')
  await act(async () => fireEvent.click(play))
  await waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: 'kitchen' }]))
})

test('offers a TV that is off: the film begins when it is there', async () => {
  screens = [{ ...tv, is_online: false }]
  await press('Play: Metropolis')
  const sheet = await screen.findByRole('dialog', { name: 'Play on' })
  expect(within(sheet).getByText('Waiting for Living-room TV')).toBeTruthy()
  expect(within(sheet).queryByRole('button', { name: /Rename|Forget/ })).toBe(null)
  await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: 'Play on Living-room TV' })))
  await waitFor(() => expect(played[0]).toMatchObject({ target: 'tv' }))
})

describe('a TV that nobody let in', () => {
  beforeEach(() => {
    screens = []
    waiting = [newTv]
  })

  test('is let in by the fourth digit, plays the film, and the remote opens (A1)', async () => {
    await press('Play: Metropolis')
    await screen.findByRole('dialog', { name: 'A TV is waiting' })
    const field = screen.getByLabelText('Four-digit code on the TV')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(screen.queryByText(/Open this address/)).toBe(null)
    // The title and the field are about the TV: nothing stands between them.
    const ownBrowser = screen.getByRole('radio', { name: /^This/ })
    expect(field.compareDocumentPosition(ownBrowser)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await type('407')
    expect(tried).toEqual([])
    await type('4071')
    await waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: 'kitchen' }]))
    expect(isRemoteOpen.get()).toBe(true)
    expect(unnamedTv.get()).toMatchObject({ screen_id: 'kitchen' })
    await waitFor(() => expect(playIntent.get()).toBe(null))
  })

  test('with a wrong code says so, and the field is empty and ready for the next', async () => {
    await press('Play: Metropolis')
    await screen.findByRole('dialog', { name: 'A TV is waiting' })
    await type('1111')
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong code')
    const field = screen.getByLabelText<HTMLInputElement>('Four-digit code on the TV')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await type('4071')
    await waitFor(() => expect(played).toHaveLength(1))
    expect(tried).toEqual(['1111', '4071'])
  })

  test('is let in by the owner only', async () => {
    setCurrentDevice({ ...aDevice, role: 'member' })
    await press('Play: Metropolis')
    expect(await screen.findByText(/Ask the owner of the box/)).toBeTruthy()
    expect(screen.queryByLabelText('Four-digit code on the TV')).toBe(null)
  })
})

test('where no TV is and none waits it says how to bring one', async () => {
  screens = []
  await press('Play: Metropolis')
  expect(await screen.findByRole('dialog', { name: 'Connect a TV' })).toBeTruthy()
  expect(screen.getByText('http://192.168.1.5:8701')).toBeTruthy()
  expect(played).toEqual([])
})

describe('through a reload of the phone', () => {
  const stored = () => unfinishedIntent(aDevice.devsn)
  /** Simulates a reload: keeps storage, clears memory. */
  function reload() {
    cleanup()
    playIntent.set(null)
    show()
  }

  test('the sheet with the code is there again, and plays the same film', async () => {
    screens = []
    waiting = [newTv]
    await press('Play: Metropolis')
    await screen.findByRole('dialog', { name: 'A TV is waiting' })
    reload()
    await screen.findByRole('dialog', { name: 'A TV is waiting' })
    await type('4071')
    await waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: 'kitchen' }]))
  })

  test('a film that is on its way already is not sent again', async () => {
    setIntent(anIntent('starting'))
    status = { status: 3, movie_id: 'M1' }
    reload()
    await waitFor(() => expect(isRemoteOpen.get()).toBe(true))
    expect(player.playing.get()?.info.title).toBe('Metropolis')
    expect(played).toEqual([])
    expect(stored()).toBe(null)
  })

  test('one that never reached the box is sent', async () => {
    setIntent(anIntent('starting'))
    reload()
    await waitFor(() => expect(played).toMatchObject([{ movie_id: 'M1', target: 'kitchen' }]))
  })

  test('what was closed, is long ago, or began on another page does not come back', async () => {
    setIntent({ ...anIntent('choosing'), at: Date.now() - 11 * 60_000 })
    expect(stored()).toBe(null)
    setIntent({ ...anIntent('choosing'), from: '#/elsewhere' })
    expect(stored()).toBe(null)
    playIntent.set(null)
    screens = [tv, kitchen]
    await press('Play: Metropolis')
    const sheet = await screen.findByRole('dialog', { name: 'Play on' })
    await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: 'Close' })))
    expect(stored()).toBe(null)
  })
})

function anIntent(step: 'choosing' | 'starting') {
  const wish = { movie_id: 'M1', path: '', title: 'Metropolis', point: 0, left: 0, duration: 0 }
  const where = { target: 'kitchen', screen_name: 'Kitchen', from: location.hash, at: Date.now() }
  return { ...wish, ...where, step, devsn: aDevice.devsn }
}

test.each([
  ['not_video', 'Failed to play, not video file'],
  ['no_file', 'File not exists'],
  ['no_film', 'File not exists'],
  ['failed', 'Play failed, please try again'],
  ['no_ffmpeg', 'This TV can’t play the film. Install ffmpeg on the box to convert it.'],
])('spec 8: a play refused for %s says "%s"', async (reason, words) => {
  refusal = reason
  await press('Play: Metropolis')
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() => expect(isRemoteOpen.get()).toBe(false))
})

test.each([
  ['plays', {}],
  ['waits', { status: -1, is_pending: true }],
])('while it %s in one’s own browser, the TV that is on is offered', async (_, state) => {
  player.hear({ ...aPlayer, screen_id: 'mine', screen_name: 'iPhone', is_here: true, ...state })
  await press('Play: Metropolis')
  await waitFor(() => expect(played).toEqual([{ movie_id: 'M1', path: '', point: 0, target: tv.screen_id }]))
})
