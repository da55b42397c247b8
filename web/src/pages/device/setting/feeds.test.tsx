/** The pages of feeds: none yet, the list, a new one from its address to its rule, and one that is there; by the owner only. */
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import type { Feed, FeedItem } from '@homeport/contract/feed/feed.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { now } from '../../../kit/time/clock.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { historySettled, openAt } from '../../../testing/history.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as FeedScreen } from './feed.tsx'
import { Screen as FeedsScreen } from './feeds.tsx'

const address = 'https://club.example/rss?passkey=5up3r'
const seconds = () => Math.floor(now() / 1_000)
const aFeed: Feed = {
  feed_id: 'feed-one',
  name: 'Harbour film club',
  host: 'club.example',
  is_on: true,
  rule: FeedRule.parse({ quality_from: '1080p', size_to: 12_000_000_000, languages: ['zh', 'en'] }),
  fault: '',
  checked_at: 0,
  failing_since: 0,
  next_at: 0,
  taken_week: 9,
  failed: 0,
}
const anItem: FeedItem = {
  item_id: 'i1',
  title: 'Charade.1963.1080p',
  size: 4_800_000_000,
  published_at: 1,
  reason: '',
  state: '',
  fault: '',
  task_id: '',
}

let all: Feed[]
let tried: FeedItem[]
let acts: [name: string, data: Record<string, unknown>][]
let answers: Record<string, (data: Record<string, unknown>) => Answer>
const onFailure = vi.fn()

function show(Screen: () => ReactNode, hash = '#/pages/device/setting/feeds') {
  openAt(hash)
  const heard = Object.keys(answers).map((name) => [
    name,
    (data: Record<string, unknown>) => {
      acts.push([name, data])
      return answers[name]?.(data) ?? { code: Code.noResponse }
    },
  ])
  serve({ '/emqx/publish': published(Object.fromEntries(heard)) })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
}
const showFeed = (id = 'feed-one') => show(FeedScreen, `#/pages/device/setting/feed${id && `?id=${id}`}`)
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}
const sent = (name: string) => acts.filter(([one]) => one === name).map(([, data]) => data)
const fitting = () => tried.filter(({ reason, state }) => reason === '' && state === '').length

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  all = [{ ...aFeed, checked_at: seconds() - 720 }]
  tried = [anItem]
  acts = []
  onFailure.mockReset()
  answers = {
    feed_list: () => ok({ data: all }),
    feed_try: () => ok({ title: 'Harbour film club', fault: '', data: tried, total: tried.length, fitting: fitting() }),
    feed_save: ({ feed_id, name, rule }) => {
      all = [{ ...aFeed, feed_id: String(feed_id), name: String(name), rule: FeedRule.parse(rule) }]
      return ok({ data: all })
    },
    feed_take: () => ok({ taken: 1 }),
    feed_check: () => ok({ data: all }),
    feed_remove: () => ok({ data: [] }),
    get_download_config: () => ({ code: Code.noResponse }),
  }
})
afterEach(cleanup)

describe('the list', () => {
  test('without feeds says what one is and what to copy, and leads to a new one', async () => {
    all = []
    show(FeedsScreen)
    expect(await screen.findByText(/Copy its address \(RSS, Atom or Torznab\)/)).toBeTruthy()
    // A face's button is as wide as its words: on a computer the page is wide.
    expect(screen.getByRole('button', { name: 'Add feed' }).classList.contains('button-wide')).toBe(false)
    await press('Add feed')
    expect(location.hash).toBe('#/pages/device/setting/feed')
  })

  test('shows what each brought, or why it cannot be read', async () => {
    all = [
      { ...aFeed, checked_at: seconds() - 720, failed: 2 },
      { ...aFeed, feed_id: 'feed-two', name: 'Prowlarr', fault: 'away', failing_since: seconds() - 86_400 },
      { ...aFeed, feed_id: 'feed-three', name: 'Classics', is_on: false },
      { ...aFeed, feed_id: 'feed-four', name: 'New one' },
    ]
    show(FeedsScreen)
    const text = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent
    expect(await text(/Harbour/)).toBe('Harbour film club9 this week · read 12 minutes ago2 couldn’t be downloaded')
    expect(await text(/Prowlarr/)).toContain('The server isn’t answering · 1 day ago')
    expect(await text(/Classics/)).toContain('Off')
    expect(await text(/New one/)).toContain('Not read yet')
    expect((await screen.findByRole('link', { name: /Prowlarr/ })).getAttribute('href')).toContain('feed?id=feed-two')
  })

  test('is for the owner; an offline box says so; one that does not answer can be asked again', async () => {
    setCurrentDevice({ ...aDevice, role: 'member' })
    show(FeedsScreen)
    expect(await screen.findByText('Only the owner can set feeds')).toBeTruthy()
    cleanup()
    setCurrentDevice({ ...aDevice, online: 0 })
    show(FeedsScreen)
    expect(await screen.findByText('Feeds are kept on the box. Set them when it’s back.')).toBeTruthy()
    expect(acts).toEqual([])
    cleanup()
    setCurrentDevice(aDevice)
    answers.feed_list = () => ({ code: Code.noResponse })
    show(FeedsScreen)
    await screen.findByText('The box doesn’t answer')
    answers.feed_list = () => ok({ data: all })
    await press('Try again')
    expect(await screen.findByText('Harbour film club')).toBeTruthy()
  })
})

describe('a new feed', () => {
  const look = async (text: string) => {
    fireEvent.change(await screen.findByLabelText('Address'), { target: { value: text } })
    await press('See what’s in it')
  }

  test('begins with its address, shows what it brings, and is saved with the rule; then what is there can be downloaded', async () => {
    tried = [anItem, { ...anItem, item_id: 'i2', title: 'Sunrise.1927.2160p', size: 31e9, reason: 'size' }]
    showFeed('')
    await look(`  ${address}\n`)
    expect(await screen.findByDisplayValue('Harbour film club')).toBeTruthy()
    expect(await screen.findByText('This one would be downloaded')).toBeTruthy()
    expect(screen.getByText('Sunrise.1927.2160p').closest('li')?.textContent).toContain('too small')
    await press(/^Quality/)
    const choice = await screen.findByRole('radio', { name: '1080p and up' })
    await act(async () => fireEvent.click(choice))
    await press(/^Size/)
    fireEvent.change(await screen.findByLabelText('At most'), { target: { value: '12' } })
    await press('Done')
    expect((await screen.findByText('Sunrise.1927.2160p')).closest('li')?.textContent).toContain('too big')
    await press('Save')
    expect(sent('feed_save')).toMatchObject([
      { name: 'Harbour film club', address, rule: { quality_from: '1080p', size_to: 12_000_000_000 } },
    ])
    await waitFor(() => expect(location.hash).toMatch(/feed\?id=[\da-f]{32}$/))
    expect(await screen.findByText('Saved. New items download from now on.')).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('5up3r')
    all = all.map((feed) => ({ ...feed, checked_at: seconds(), taken_week: 1 }))
    await press('Download it now')
    expect(sent('feed_take')).toHaveLength(1)
    expect(await screen.findByText(/1 this week/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  })

  test.each([
    ['page', 'This is a web page, not a feed'],
    ['private', 'This server is on your home network. Add it to HOMEPORT_FEED_HOSTS on the box.'],
    ['login', 'The server needs a key, or refuses the one in the address'],
  ])('that is none (%s) is told at the field, with what was typed', async (fault, sentence) => {
    answers.feed_try = () => ok({ title: '', fault, data: [], total: 0, fitting: 0 })
    showFeed('')
    await look(address)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(address)
  })

  test('that is typed or being set up is there after a reload of the tab; once saved it is gone from it', async () => {
    const field = () => screen.findByLabelText<HTMLInputElement>('Address')
    const stored = () => JSON.stringify({ ...sessionStorage })
    showFeed('')
    fireEvent.change(await field(), { target: { value: address } })
    expect(stored()).toContain(address)
    cleanup()
    showFeed('')
    expect((await field()).value).toBe(address)
    await press('See what’s in it')
    await screen.findByDisplayValue('Harbour film club')
    expect(stored()).toContain(address)
    await press('Save')
    await waitFor(() => expect(stored()).not.toContain(address))
    cleanup()
    showFeed('')
    expect((await field()).value).toBe('')
  })

  test('of one box is not offered for another', async () => {
    showFeed('')
    fireEvent.change(await screen.findByLabelText('Address'), { target: { value: address } })
    cleanup()
    setCurrentDevice({ ...aDevice, devid: 'D2', devsn: 'BBBBBBBBBBBBBBBB' })
    showFeed('')
    expect((await screen.findByLabelText<HTMLInputElement>('Address')).value).toBe('')
  })

  test('that is no address is told without asking', async () => {
    showFeed('')
    await look('club.example')
    expect((await screen.findByRole('alert')).textContent).toBe('Enter an address that begins with http:// or https://')
    expect(sent('feed_try')).toEqual([])
  })
})

describe('a feed that is there', () => {
  test('shows its rule in words and what became of its items', async () => {
    tried = [
      { ...anItem, state: 'taken', task_id: 't1' },
      { ...anItem, item_id: 'i2', title: 'Sintel.2010.1080p', state: 'failed', fault: 'page' },
      { ...anItem, item_id: 'i3', title: 'Metropolis.1927.720p', reason: 'quality' },
    ]
    showFeed()
    expect(await screen.findByText('1080p and up')).toBeTruthy()
    expect(screen.getByText('Chinese or English')).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Download' })).getAttribute('href')).toBe(
      '#/pages/device/download/detail?id=t1',
    )
    expect(screen.getByText('Sintel.2010.1080p').closest('li')?.textContent).toContain('a web page')
    expect(screen.getByText('Metropolis.1927.720p').closest('li')?.textContent).toContain('lower quality')
    expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  })

  test('is changed part by part and tried each time; nothing is downloaded before it is saved', async () => {
    showFeed()
    await press(/^Title/)
    fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: 'nine harbours\n\n charade ' } })
    fireEvent.change(screen.getByLabelText('Without these words'), { target: { value: 'cam' } })
    await press('Done')
    await press(/^Episodes/)
    fireEvent.change(await screen.findByLabelText('From season'), { target: { value: '2' } })
    await press('Done')
    expect(await screen.findByText('nine harbours, charade − cam')).toBeTruthy()
    expect(screen.getByText('From S2 E1')).toBeTruthy()
    const rule = { titles: ['nine harbours', 'charade'], not_words: 'cam', season_from: 2 }
    await waitFor(() => expect(sent('feed_try').at(-1)).toMatchObject({ feed_id: 'feed-one', address: '', rule }))
    expect(screen.queryByRole('button', { name: 'Download it now' })).toBe(null)
    await press('Save')
    expect(sent('feed_save')).toMatchObject([{ feed_id: 'feed-one', address: '', rule }])
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  test('without a name is not saved', async () => {
    showFeed()
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' ' } })
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name')
    expect(sent('feed_save')).toEqual([])
  })

  test('is read by hand, and removed after a question that says what stays', async () => {
    showFeed()
    await press('More')
    await press('Read it now')
    expect(await screen.findByText('Read just now')).toBeTruthy()
    await press('More')
    await press('Remove')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Its downloads stay.')).toBeTruthy()
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Remove' })))
    await waitFor(() => expect(location.hash).toBe('#/pages/device/setting/feeds'))
    expect(sent('feed_remove')).toEqual([{ feed_id: 'feed-one' }])
  })

  test('gets another address, which is read before it is saved', async () => {
    showFeed()
    await press('More')
    await press('Change the address')
    fireEvent.change(await screen.findByLabelText('Address'), { target: { value: address } })
    await press('See what’s in it')
    await press('Save')
    expect(sent('feed_save')).toMatchObject([{ feed_id: 'feed-one', name: 'Harbour film club', address }])
    expect(await screen.findByText('Saved')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBe(null))
    await waitFor(() => expect(sent('feed_try').at(-1)).toMatchObject({ feed_id: 'feed-one', address: '' }))
  })

  test('that is gone says so', async () => {
    showFeed('feed-none')
    expect(await screen.findByText('This feed was removed')).toBeTruthy()
  })

  test('S104: whose name, rule and open sheet are half typed has them again for who signs in after the session has expired, until it is left', async () => {
    const typeTitle = async () => {
      await press(/^Title/)
      return within(await screen.findByRole('dialog')).findByLabelText<HTMLTextAreaElement>('Title')
    }
    const name = () => screen.findByLabelText<HTMLInputElement>('Name')
    showFeed()
    fireEvent.change(await name(), { target: { value: 'Nine harbours' } })
    fireEvent.change(await typeTitle(), { target: { value: 'charade' } })
    await act(async () => endSession('expired'))
    cleanup()
    await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
    setCurrentDevice(aDevice)
    showFeed()
    expect((await name()).value).toBe('Nine harbours')
    expect((await typeTitle()).value).toBe('charade')
    cleanup()
    showFeed()
    expect((await name()).value).toBe('Harbour film club')
    expect((await typeTitle()).value).toBe('')
    cleanup()
    await historySettled()
  })
})

test('in Chinese', async () => {
  setLang('zh')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  showFeed()
  expect(await screen.findByText('1080p 以上')).toBeTruthy()
  expect(screen.getByText('中文或英文')).toBeTruthy()
  expect(await screen.findByText('按此规则会下载这 1 个')).toBeTruthy()
})
