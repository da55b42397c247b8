/** ftp and sftp links by aria2: to the last byte, with user and password, in both spellings, resumed, and within the rules for addresses (promises 34 and 41). */
import { randomBytes } from 'node:crypto'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect } from 'vitest'
import { itWithAria2, searchPath } from '../../testing/engine.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { openFtpServer, type FtpServerOptions } from '../../../../testing/ftp-server.ts'
import { findAria2, packagedAria2 } from './program.ts'
import { encodeText } from '../../../../testing/encode-text.ts'

const fixture = setUpDownloads({ silenceMs: 3_000 })
const film = randomBytes(3_000_000)
const latin1 = (text: string, encoding: 'utf8' | 'gbk') =>
  Buffer.from(encoding === 'gbk' ? encodeText(text, 'gb18030') : text).toString('latin1')

async function ftp(parts: FtpServerOptions) {
  const server = await openFtpServer(parts)
  fixture.closing.push(() => server.stop())
  return server
}
const isOver = (id: string) => until('it is over', async () => (await fixture.box.task(id)).status !== 1)

itWithAria2('an ftp link with user and password comes to the last byte, and shows neither', async () => {
  const server = await ftp({ files: { '/films/a film.mkv': film }, user: 'me', password: 'p@ss/word' })
  await fixture.open()
  const shown = `ftp://127.0.0.1:${server.port}/films/a%20film.mkv`
  const id = await fixture.start(shown.replace('://', '://me:p%40ss%2Fword@'))
  await fixture.isDone(id)
  expect(await fixture.box.task(id)).toMatchObject({ kind: 'ftp', name: 'a film.mkv', url: shown, total_size: film.length })
  expect(fixture.box.read('a film.mkv')?.equals(film)).toBe(true)
  expect(JSON.stringify([fixture.box.updates, await fixture.box.tasks()])).not.toMatch(/p@ss|p%40ss/)
  expect(await fixture.box.act('download_status', { url: shown })).toMatchObject({ code: TaskCode.added, data: { task_id: id } })
  expect(fixture.remaining()).toEqual(['a film.mkv'])
})

itWithAria2('a wrong password is final, and says that the server asks for one', async () => {
  const server = await ftp({ files: { '/a.mkv': film }, user: 'me', password: 'right' })
  await fixture.open()
  for (const login of ['', 'me:wrong@']) {
    const id = await fixture.start(`ftp://${login}127.0.0.1:${server.port}/a.mkv`)
    await isOver(id)
    expect(await fixture.box.task(id)).toMatchObject({ status: 3, code: TaskCode.notStarted, reason: 'login' })
  }
  // The task without a password takes the right one.
  const count = (await fixture.box.tasks()).length
  await fixture.isDone(await fixture.start(`ftp://me:right@127.0.0.1:${server.port}/a.mkv`))
  expect(await fixture.box.tasks()).toHaveLength(count)
})

itWithAria2('a file that is not there is final', async () => {
  const server = await ftp({ files: { '/a.mkv': film } })
  await fixture.open()
  const id = await fixture.start(`ftp://127.0.0.1:${server.port}/gone.mkv`)
  await isOver(id)
  expect(await fixture.box.task(id)).toMatchObject({ status: 3, reason: 'not_found' })
})

itWithAria2('a link has limits of its own, at once and from the start of its job, and the others do not', async () => {
  const server = await ftp({ files: { '/slow.mkv': film, '/quick.mkv': film, '/again.mkv': film } })
  await fixture.open()
  const { act } = fixture.box
  const isSlow = async (id: string) => !(await fixture.box.task(id)).is_done
  await act('save_download_config', { down_limit_bytes: 20_000 })
  const slow = await fixture.start(`ftp://127.0.0.1:${server.port}/slow.mkv`)
  await act('task_change', { task_ids: [slow], down_limit_bytes: 30_000 })
  await until('it moves', async () => (await fixture.box.task(slow)).down_size > 0)
  await act('save_download_config', { down_limit_bytes: 0 })
  await fixture.isDone(await fixture.start(`ftp://127.0.0.1:${server.port}/quick.mkv`))
  expect(await isSlow(slow)).toBe(true)
  await act('stop_task', { task_id: slow })
  process.kill(fixture.box.aria2Pid(), 'SIGKILL')
  await until('aria2 is away', () => !fixture.box.downloads.engine.isUp('ftp'))
  await fixture.box.downloads.engine.whenUp(10_000)
  await act('start_task', { task_id: slow })
  await fixture.isDone(await fixture.start(`ftp://127.0.0.1:${server.port}/again.mkv`))
  expect(await isSlow(slow)).toBe(true)
  await act('task_change', { task_ids: [slow], down_limit_bytes: 0 })
  await fixture.isDone(slow)
})

for (const [own, other] of [
  ['gbk', 'utf8'],
  ['utf8', 'gbk'],
] as const) {
  itWithAria2(`a link in ${other} finds the file of a server in ${own}, under its plain name`, async () => {
    const server = await ftp({ files: { [`/${latin1('电影', own)}/${latin1('阳光 2020.mkv', own)}`]: film } })
    await fixture.open()
    const path = ['电影', '阳光 2020.mkv']
      .map((part) => [...Buffer.from(latin1(part, other), 'latin1')].map((byte) => `%${byte.toString(16)}`).join(''))
      .join('/')
    const id = await fixture.start(`ftp://127.0.0.1:${server.port}/${path}`)
    await fixture.isDone(id)
    expect(fixture.box.read('阳光 2020.mkv')?.equals(film)).toBe(true)
  })
}

itWithAria2('P41: a server that breaks off is asked for the rest, and nothing is fetched twice', async () => {
  let cuts = 0
  const server = await ftp({ files: { '/a.mkv': film }, cutAfter: () => ((cuts += 1) < 2 ? 1_000_000 : Infinity) })
  await fixture.open()
  const id = await fixture.start(`ftp://127.0.0.1:${server.port}/a.mkv`)
  await fixture.isDone(id)
  expect(fixture.box.read('a.mkv')?.equals(film)).toBe(true)
  expect(server.commands.some((line) => /^REST [1-9]/.test(line))).toBe(true)
})

itWithAria2('P34: an ftp link to a private address is refused, and the data goes nowhere else than to its server', async () => {
  const elsewhere = await fixture.serve({ '/': { body: Buffer.from('secret') } })
  const server = await ftp({ files: { '/a.mkv': film }, passive: { host: '127.0.0.1', port: elsewhere.port } })
  await fixture.open({ privateSources: false })
  expect(await fixture.box.act('start_task', { url: `ftp://127.0.0.1:${server.port}/a.mkv` })).toMatchObject({
    code: TaskCode.invalidLink,
    data: { reason: 'private' },
  })
  expect(server.commands).toEqual([])
  // The server may be reached, its loopback may not be.
  await fixture.reopen({ port: elsewhere.port, privateSources: true })
  const id = await fixture.start(`ftp://127.0.0.1:${server.port}/a.mkv`)
  await until('the data was asked for', () => server.commands.includes('PASV'))
  await until('it is put off', async () => (await fixture.box.task(id)).wait?.reason === 'retry')
  expect(elsewhere.requests).toEqual([])
  expect(fixture.remaining()).toEqual([])
})

itWithAria2('P34: a redirect from http to ftp is not followed', async () => {
  const server = await ftp({ files: { '/a.mkv': film } })
  const lure = await fixture.serve({ '/a.mkv': { redirect: `ftp://127.0.0.1:${server.port}/a.mkv` } })
  await fixture.open()
  const id = await fixture.start(`${lure.url}/a.mkv`)
  await isOver(id)
  expect(await fixture.box.task(id)).toMatchObject({ status: 3, reason: 'bad_answer' })
  expect(server.commands).toEqual([])
})

const hasSftp =
  (await findAria2({ configured: process.env.ARIA2 ?? '', searchPath, packaged: packagedAria2() })).program?.hasSftp === true

itWithAria2('an aria2 without sftp says so of the links', async () => {
  await fixture.open()
  const { kinds } = fixture.box.downloads.engine
  expect([kinds.has('ftp'), kinds.has('sftp')]).toEqual([true, hasSftp])
})
