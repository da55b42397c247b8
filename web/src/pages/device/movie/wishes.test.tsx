/** The list of what the household wants to see: none yet, its states, quality, removal with undo; added from the search, and shown above the feeds. */
import type { Wish } from '@homeport/contract/feed/wish.ts'
import type { FilmCandidate } from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { Elsewhere } from '../../../movie/wish/elsewhere.tsx'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as FeedsScreen } from '../setting/feeds.tsx'
import { Screen as SearchScreen } from './search/index.tsx'
import { Screen } from './wishes.tsx'
import { openAt } from '../../../testing/history.ts'

vi.mock('../../../shared/box-picture.ts', () => ({ usePicture: (id: string) => id && `blob:${id}` }))

const aWish: Wish = {
  wish_id: 'movie/653',
  tmdb: 'movie/653',
  kind: 'film',
  season: 0,
  episode: 0,
  title: 'Nosferatu',
  year: 1922,
  poster: 'p',
  quality_from: '',
  added_by: 'Ada',
  added_at: 1_795_899_900,
  state: 'waiting',
  taken: 0,
  progress: null,
  task_id: '',
  movie_id: '',
}
const aCandidate: FilmCandidate = {
  tmdb: 'movie/653',
  kind: 'film',
  title: 'Nosferatu',
  original_title: '',
  year: 1922,
  director: 'F. W. Murnau',
  poster: '',
  overview: '',
  score: 1,
  level: 'sure',
  reason: 'title_and_year',
}
const nothing = { counts: { films: 0, series: 0, files: 0, people: 0 }, films: [], series: [], files: [], people: [] }

let all: Wish[]
let feeds: number
let sent: [name: string, data: Record<string, unknown>][]
let answers: Record<string, (data: Record<string, unknown>) => Answer>

function show(Page: () => ReactNode = Screen, hash = '#/pages/device/movie/wishes') {
  openAt(hash)
  const heard = Object.keys(answers).map((name) => [
    name,
    (data: Record<string, unknown>) => {
      sent.push([name, data])
      return answers[name]?.(data) ?? { code: Code.noResponse }
    },
  ])
  serve({
    '/emqx/publish': published(Object.fromEntries(heard)),
    '/movie/movie/search': () => ok({ ...nothing, corrected: '', page: 1, limit: 20, stale_at: null }),
    '/movie/movie/hot': () => ok({ data: [] }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Page />
      <Toasts />
    </QueryClientProvider>,
  )
}
const search = (q = 'nosferatu') => show(SearchScreen, `#/pages/device/movie/search/index?q=${q}`)
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}
const sentTo = (name: string) => sent.filter(([one]) => one === name).map(([, data]) => data)

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  ;[all, feeds, sent] = [[aWish], 1, []]
  answers = {
    wish_list: () => ok({ data: all }),
    wish_add: ({ tmdb, quality_from = '' }) => {
      all = [{ ...aWish, tmdb: String(tmdb), wish_id: String(tmdb), quality_from: quality_from === '4K' ? '4K' : '' }]
      return ok({ data: all, wish_id: String(tmdb), state: 'waiting', feeds })
    },
    wish_remove: () => {
      all = []
      return ok({ data: all })
    },
    database_search: () => ok({ candidates: [aCandidate], database: 'ok' }),
    feed_list: () => ok({ data: [] }),
  }
})
afterEach(cleanup)

describe('the list', () => {
  test('without anything says what it is for, and leads to the search', async () => {
    all = []
    show()
    expect(await screen.findByText('Nothing on the list yet')).toBeTruthy()
    await press('Add a film or series')
    expect(location.hash).toBe('#/pages/device/movie/search/index')
  })

  test('says what became of each', async () => {
    const state = (wish_id: string, parts: Partial<Wish>): Wish => ({ ...aWish, wish_id, title: wish_id, ...parts })
    all = [
      state('Sunrise', {}),
      state('Charade', { quality_from: '4K' }),
      state('Metropolis', { quality_from: '1080p' }),
      state('The Kid', { state: 'taken', task_id: 't1' }),
      state('M', { state: 'gone' }),
      state('Sintel', { state: 'here', movie_id: 'F1' }),
      state('The Lamplighters', { kind: 'series', state: 'here', taken: 3 }),
      state('Tea House', { kind: 'episode', season: 1, episode: 4 }),
    ]
    show()
    const text = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent
    expect(await text(/Sunrise/)).toBe('SunriseWaiting')
    expect(await text(/Charade/)).toContain('In 4K')
    expect(await text(/Metropolis/)).toContain('From 1080p')
    expect(await text(/The Kid/)).toContain('In downloads')
    expect(screen.getByText('Download removed')).toBeTruthy()
    expect(await text(/Sintel/)).toContain('In the library')
    expect(await text(/Lamplighters/)).toContain('3 downloaded')
    expect(await text(/Tea House/)).toContain('Tea HouseS1 E4')
    await press(/The Kid/)
    const link = await screen.findByRole('link', { name: 'Show the download' })
    expect(link.getAttribute('href')).toBe('#/pages/device/download/detail?id=t1')
    expect(screen.getByText(/^Ada, \d/)).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Quality' })).toBe(null)
  })

  test('waits for a quality that is chosen; a removed one comes back by Undo, as it was', async () => {
    show()
    await press(/Nosferatu/)
    const choice = await screen.findByRole('radio', { name: '4K' })
    await act(async () => fireEvent.click(choice))
    expect(sentTo('wish_add')).toEqual([{ tmdb: 'movie/653', season: 0, episode: 0, quality_from: '4K' }])
    expect(await screen.findByText('In 4K')).toBeTruthy()
    await press(/Nosferatu/)
    await press('Remove')
    expect(sentTo('wish_remove')).toEqual([{ wish_id: 'movie/653' }])
    expect(await screen.findByText('Nothing on the list yet')).toBeTruthy()
    await press('Undo')
    expect(sentTo('wish_add')).toHaveLength(2)
    expect(sentTo('wish_add')[1]).toMatchObject({ quality_from: '4K' })
    expect(await screen.findByText('In 4K')).toBeTruthy()
  })

  test('is for members too; an offline box says so; one that does not answer can be asked again', async () => {
    setCurrentDevice({ ...aDevice, role: 'member', online: 0 })
    show()
    expect(await screen.findByText('The list is kept on the box.')).toBeTruthy()
    expect(sent).toEqual([])
    cleanup()
    setCurrentDevice({ ...aDevice, role: 'member' })
    answers.wish_list = () => ({ code: Code.noResponse })
    show()
    await screen.findByText('The box doesn’t answer')
    answers.wish_list = () => ok({ data: all })
    await press('Try again')
    expect(await screen.findByText('Nosferatu')).toBeTruthy()
  })

  test('in Chinese', async () => {
    setLang('zh')
    startSession(aSignIn)
    setCurrentDevice(aDevice)
    show()
    expect(await screen.findByText('等待中')).toBeTruthy()
    await press(/Nosferatu/)
    await press('移除')
    expect(await screen.findByText('已从列表移除')).toBeTruthy()
  })
})

describe('a search', () => {
  test('shows what is not here, and puts it on the list; then the button says so and leads there', async () => {
    all = []
    search()
    const section = within(await screen.findByRole('region', { name: 'Not in the library' }))
    expect(section.getByText('1922 · F. W. Murnau')).toBeTruthy()
    await press('Want to see: Nosferatu')
    expect(sentTo('wish_add')).toEqual([{ tmdb: 'movie/653' }])
    expect(await screen.findByText('On the list. It downloads as soon as a feed has it.')).toBeTruthy()
    expect(section.getByRole('link', { name: 'On the list' }).getAttribute('href')).toBe('#/pages/device/movie/wishes')
  })

  test('says where there is no feed that could bring it', async () => {
    ;[all, feeds] = [[], 0]
    search()
    await press('Want to see: Nosferatu')
    expect(await screen.findByText('On the list. Add a feed to have it downloaded.')).toBeTruthy()
  })

  test.each([
    [{ code: Code.noResponse, data: { reason: 'away' } }, 'TMDB isn’t answering right now.'],
    [{ code: Code.noResponse, data: { reason: 'no_key' } }, 'The box has no TMDB key'],
    [{ code: Code.taken, data: null }, 'The list is full (200)'],
    [{ code: Code.notFound, data: null }, 'No longer on TMDB'],
    [{ code: Code.noResponse, data: null }, 'The box doesn’t answer'],
  ])('that cannot add it says why: %j', async (answer, sentence) => {
    all = []
    answers.wish_add = () => answer
    search()
    await press('Want to see: Nosferatu')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Want to see: Nosferatu' })).toBeTruthy()
  })

  test('without a key, or of one letter, shows nothing of it; while TMDB is away it says so', async () => {
    answers.database_search = () => ok({ candidates: [], database: 'no_key' })
    search()
    await screen.findByText('Nothing found for “nosferatu”')
    await waitFor(() => expect(sentTo('database_search')).toHaveLength(1))
    expect(screen.queryByText('Not in the library')).toBe(null)
    cleanup()
    sent = []
    search('n')
    await screen.findByText('Nothing found for “n”')
    expect(sentTo('database_search')).toEqual([])
    cleanup()
    answers.database_search = () => ok({ candidates: [], database: 'away' })
    search()
    expect(await screen.findByText('TMDB isn’t answering right now.')).toBeTruthy()
  })

  test('asks for what was typed at last, not for each letter', async () => {
    const client = createClient(() => {})
    const typed = (q: string) => (
      <QueryClientProvider client={client}>
        <Elsewhere device={aDevice} q={q} />
      </QueryClientProvider>
    )
    show(() => <></>)
    const { rerender } = render(typed('no'))
    rerender(typed('nosf'))
    rerender(typed('nosferatu'))
    await waitFor(() => expect(sentTo('database_search')).toContainEqual({ query: 'nosferatu' }))
    expect(sentTo('database_search')).toEqual([{ query: 'no' }, { query: 'nosferatu' }])
  })

  test('leads to the list before anything is typed', async () => {
    show(SearchScreen, '#/pages/device/movie/search/index')
    const link = await screen.findByRole('link', { name: 'Want to see' })
    expect(link.getAttribute('href')).toBe('#/pages/device/movie/wishes')
  })
})

test('the page of feeds shows the newest above, also while there is no feed', async () => {
  show(FeedsScreen, '#/pages/device/setting/feeds')
  expect(await screen.findByRole('link', { name: 'All 1 · Want to see' })).toBeTruthy()
  expect(await screen.findByText('No feeds yet')).toBeTruthy()
  await press(/Nosferatu/)
  expect(await screen.findByRole('button', { name: 'Remove' })).toBeTruthy()
})

test('what downloads says how far it is, in its row and in its sheet', async () => {
  all = [{ ...aWish, state: 'taken', taken: 1, task_id: 't1', progress: 37 }]
  show()
  await press(/Nosferatu.*In downloads · 37%/)
  expect(await within(await screen.findByRole('dialog')).findByText('1922 · In downloads · 37%')).toBeTruthy()
})
