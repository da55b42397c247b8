/** P45: every link that the app makes leads to an existing page that reads the link's query, in both languages. */
import { langs } from '@homeport/contract/kit/operation.ts'
import { formatPostId } from '@homeport/contract/shape/post-id.ts'
import { afterEach, describe, expect, test } from 'vitest'
import * as forum from '../forum/base/paths.ts'
import { hrefTo } from '../kit/nav/href.ts'
import { guideHref } from '../guide/data.ts'
import { boardHref as houseBoardHref, houseBoards, threadHref as homeThreadHref } from '../home/data.ts'
import { hrefOf as bannerHref } from '../home/banner-link.ts'
import { setLang } from '../kit/lang.ts'
import { readHash } from '../kit/nav/nav.ts'
import { placeHref } from '../shared/place.ts'
import { endSession } from '../kit/session.ts'
import { conversationOf, messagesPath, remindersPath } from '../message/data.ts'
import { detailOf } from '../movie/data.ts'
import { listPath, personOf } from '../people/data.ts'
import { farPages } from './far-pages.ts'
import { nearPages, routeOf } from './routes.tsx'

const isPage = (path: string) => `..${routeOf(path)}.tsx` in { ...nearPages, ...farPages }
/** The sources without tests: of the app, and of the programs that send it links. */
const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '../../../{cloud,station,contract}/src/**/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).filter(([file]) => !file.includes('test'))
const place = { name: 'Pier 7', lat: 31.23, lon: 121.47 }
const reply = formatPostId({ thread_id: 12, floor: 5 })
const thread = formatPostId({ thread_id: 12, floor: 0 })
const threadPage = '/pages/forum/postings/thread'
const replyPage = '/pages/forum/postings/postdetails'

/** The maker function, the link, the page, and the query that it reads. */
const made: [maker: string, href: () => string | null, page: string, query: Record<string, string>][] = [
  ['reminder of a like of a thread', () => forum.postHref(thread), threadPage, { id: '12' }],
  ['reminder of a reply, a quote, a like of a reply', () => forum.postHref(reply), replyPage, { id: '12', floor: '5' }],
  ['report of a reply', () => forum.postHref(reply), replyPage, { id: '12', floor: '5' }],
  ['reminder of a follow', () => personOf('u1'), '/pages/user/posts/index', { user_id: 'u1' }],
  ['row of a list of threads', () => forum.threadHref('12'), threadPage, { id: '12' }],
  ['recommended on home', () => homeThreadHref('12'), threadPage, { id: '12' }],
  ['reply found, quoted or of a person', () => forum.replyHref('12', 5), replyPage, { id: '12', floor: '5' }],
  ['board', () => forum.boardHref(5), '/pages/forum/type/three', { id: '5' }],
  ['tag', () => forum.tagHref('磁力 a&b'), '/pages/forum/type/three', { tag: '磁力 a&b' }],
  ['author', () => forum.personHref('u1'), '/pages/user/posts/index', { user_id: 'u1' }],
  ['pictures of a post', () => forum.previewHref(['p1', 'p2'], 1), '/preview-image', { ids: 'p1,p2', at: '1' }],
  ['draft', () => hrefTo(forum.paths.editor, { draft: 'd1' }), '/pages/forum/editor', { draft: 'd1' }],
  ['edit', () => hrefTo(forum.paths.editor, { edit: '12' }), '/pages/forum/editor', { edit: '12' }],
  ['new post in a board', () => hrefTo(forum.paths.editor, { board: 5 }), '/pages/forum/editor', { board: '5' }],
  ['post on its way', () => hrefTo(forum.paths.posted, { id: 'd1' }), '/pages/forum/posted/index', { id: 'd1' }],
  [
    'search',
    () => hrefTo(forum.paths.searchResults, { q: '风扇', tab: 'replies' }),
    '/pages/forum/search/detail',
    { q: '风扇', tab: 'replies' },
  ],
  ['my posts', () => hrefTo(forum.paths.myPosts, { tab: 'drafts' }), '/pages/user/mine/postmanagement/index', { tab: 'drafts' }],
  ['followers', () => `#${listPath.fans}?user_id=u1`, '/pages/user/mine/fans', { user_id: 'u1' }],
  ['following', () => `#${listPath.follows}?user_id=u1`, '/pages/user/mine/follow', { user_id: 'u1' }],
  ['conversation', () => conversationOf('u1'), '/pages/user/mine/message/index', { with: 'u1' }],
  ['system messages', () => `#${messagesPath}?tab=system`, '/pages/user/mine/message/index', { tab: 'system' }],
  ['reminders', () => `#${remindersPath}`, '/pages/forum/postings/remind', {}],
  ['place of a post', () => placeHref(place), '/open-location', { name: 'Pier 7', lat: '31.23', lon: '121.47' }],
  ['guide', () => guideHref('place'), '/pages/main/video/index', { id: 'place' }],
  ['film', () => detailOf('f1'), '/pages/device/movie/detail', { id: 'f1' }],
  ['banner to a page', () => bannerHref('/pages/main/video/index?id=place'), '/pages/main/video/index', { id: 'place' }],
  [
    'banner to a site',
    () => bannerHref('https://a.example/x?y=1'),
    '/pages/main/web_view/index',
    { url: 'https://a.example/x?y=1' },
  ],
  ...houseBoards.map((board): (typeof made)[number] => [
    `${board} on home`,
    () => houseBoardHref(board),
    '/pages/forum/type/three',
    {},
  ]),
]

afterEach(() => {
  endSession()
  localStorage.clear()
})

describe.each(langs)('links (%s)', (lang) => {
  test.each(made)('%s', (...row) => {
    const [, href, page, query] = row
    setLang(lang)
    const [to, search] = readHash(href() ?? '')
    expect(to).toBe(page)
    expect(isPage(to), to).toBe(true)
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject(query)
  })

  test('a link that is passed on names the language whose forum it is of', () => {
    setLang(lang)
    const [to, search] = readHash(new URL(forum.sharedAddress('12')).hash)
    expect(to).toBe(threadPage)
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ id: '12', lang })
  })
})

test('what a link tells a page the page asks for', () => {
  const readers = new Set(
    sources.flatMap(([, text]) => [...text.matchAll(/useQueryValue\('(\w+)'\)/g)].map(([, name = '']) => name)),
  )
  const notified = new Set(made.flatMap(([, , , query]) => Object.keys(query)))
  expect(notified.size).toBeGreaterThan(10)
  expect([...notified].filter((name) => !readers.has(name))).toEqual([])
})

test('every address of a page that any program writes down is a page', () => {
  const named = sources.flatMap(([file, text]) =>
    [...text.matchAll(/['"`#](\/pages\/[a-z][\w/-]*[a-z_])(?=['"`?])/g)].map(([, to = '']) => ({ file, to })),
  )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(({ to }) => !isPage(to))).toEqual([])
})
