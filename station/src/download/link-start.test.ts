/** A link on its way in: out of its wrapper, without user and password, with the name and folder that a person chose. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { wrapLink } from '@homeport/contract/shape/link/link-wrapper.ts'
import { describe, expect, it } from 'vitest'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { setUpDownloads } from '../testing/downloads.ts'
import { readLink } from './link/accept-link.ts'
import { chooseFolder } from './link/chosen-folder.ts'
import { fullUrl } from './link/link-login.ts'

const fixture = setUpDownloads({ searchPath: '/nowhere', packaged: '', isOpen: true })
const body = Buffer.from('a film')

it('a thunder link and the link in it are one task, shown as first typed', async () => {
  const server = await fixture.serve({ '/a.mkv': { body } })
  const thunder = wrapLink(`${server.url}/a.mkv`, 'thunder')
  const id = await fixture.start(thunder)
  await fixture.isDone(id)
  expect(await fixture.box.task(id)).toMatchObject({ url: thunder, kind: 'http', name: 'a.mkv' })
  expect(fixture.box.read('a.mkv')?.equals(body)).toBe(true)
  for (const url of [`${server.url}/a.mkv`, thunder, wrapLink(thunder, 'qqdl').replace('qqdl', 'QQDL')])
    expect(await fixture.box.act('start_task', { url })).toMatchObject({ code: TaskCode.inComplete, data: { task_id: id } })
  expect(await fixture.box.tasks()).toHaveLength(1)
})

it('user and password are kept for the engine alone; another user is another task', async () => {
  const server = await fixture.serve({ '/a.mkv': { body } })
  const shown = `${server.url}/a.mkv`
  const [own, other] = [shown.replace('://', '://me:secret@'), shown.replace('://', '://you:secret@')]
  const id = await fixture.start(own)
  await fixture.isDone(id)
  expect(server.requests.map(({ authorization }) => authorization)).toContain(`Basic ${btoa('me:secret')}`)
  expect(await fixture.box.task(id)).toMatchObject({ url: shown })
  expect(await fixture.box.act('start_task', { url: own })).toMatchObject({ code: TaskCode.inComplete })
  expect(await fixture.box.act('download_status', { url: shown })).toMatchObject({ data: { task_id: id } })
  expect(await fixture.start(other)).not.toBe(id)
  expect(JSON.stringify([fixture.box.updates, await fixture.box.tasks()])).not.toContain('secret')
})

describe('the canonical key', () => {
  const keyOf = (url: string) => readLink(url).key
  it.each([
    ['ftp://host/%D1%F4%B9%E2.mkv', 'ftp://host:21/阳光.mkv'],
    ['ftp://HOST/a%20b.mkv', 'ftp://host/a b.mkv'],
    ['ed2k://|file|a|9|0123456789abcdef0123456789abcdef|/', 'ed2k://|file|b|9|0123456789ABCDEF0123456789ABCDEF|h=x|/'],
    ['ftp://a:b@host/a.mkv', wrapLink('ftp://a:b@host/a.mkv', 'flashget')],
    ['http://host/a#1', 'http://host/a'],
    [`magnet:?xt=urn:btih:${'a'.repeat(40)}`, wrapLink(`magnet:?dn=x&xt=urn:btih:${'A'.repeat(40)}`, 'thunder')],
  ])('of %s and %s is the same', (one, other) => expect(keyOf(one)).toBe(keyOf(other)))

  it.each([
    ['ftp://a:b@host/a.mkv', 'ftp://host/a.mkv'],
    ['ftp://host/a.mkv', 'ftp://host/A.mkv'],
    ['ftp://host/a.mkv', 'sftp://host/a.mkv'],
    ['rtmp://host/live/a', 'rtmp://host/live/b'],
  ])('of %s and %s is another', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)))

  it('holds no password', () => expect(keyOf('ftp://me:secret@host/a.mkv')).not.toContain('secret'))

  it.each(['ftp://me:p%40ss@host/a.mkv', 'https://me:p%40ss@host/a.mkv', wrapLink('ftp://me:p%40ss@host/%D1%F4.mkv', 'thunder')])(
    'of %s: what the engine gets is the whole link again',
    (url) => {
      const accepted = readLink(url)
      expect(accepted.url).not.toContain('p%40ss')
      expect(fullUrl(accepted)).toContain('me:p%40ss@host/')
      expect(fullUrl(accepted)).toMatch(/(a|%D1%F4)\.mkv$/)
    },
  )
})

describe('the place of a new download', () => {
  const config = DownloadConfig.parse({
    download_path: '/one',
    max_running: 1,
    down_limit_bytes: 0,
    up_limit_bytes: 0,
    seed_ratio: 0,
    seed_minutes: 0,
    folder_id: 'one',
    folders: ['one', 'two'].map((folder_id) => ({ folder_id, name: folder_id, path: `/${folder_id}`, free: 1, total: 1 })),
    categories: [{ name: 'Films', folder_id: 'two', folder_path: 'Films' }],
  })
  const none = { name: '', folder_id: '', folder_path: '', category: '' }
  it.each([
    [none, { folder_id: 'one', folder_path: '' }],
    [
      { ...none, category: 'Films' },
      { folder_id: 'two', folder_path: 'Films', category: 'Films' },
    ],
    [
      { ...none, category: 'Films', folder_id: 'one' },
      { folder_id: 'one', folder_path: '' },
    ],
    [
      { ...none, folder_path: 'New', name: 'x.mkv' },
      { folder_id: 'one', folder_path: 'New', given_name: 'x.mkv' },
    ],
  ])('%o', (request, folder) => expect(chooseFolder(request, config)).toMatchObject(folder))

  it('that the box does not have is refused, and nothing is added', async () => {
    const url = 'http://example.com/a.mkv'
    expect(await fixture.box.act('start_task', { url, folder_id: 'nowhere' })).toMatchObject({ code: TaskCode.noFolder })
    expect(await fixture.box.act('start_task', { url, category: 'none' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'category' },
    })
    expect(await fixture.box.act('start_task', { url, folder_path: '../up' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'folder_path' },
    })
    expect(await fixture.box.act('start_task', { url, name: 'a/b' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'name' },
    })
    expect(await fixture.box.tasks()).toEqual([])
  })
})
