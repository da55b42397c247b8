/** Feedback as sent by a browser and read by the operator, on a complete cloud over both databases. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cancel, cancelDays } from '@homeport/contract/account.ts'
import { version } from '@homeport/contract/help.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const operatorScript = fileURLToPath(new URL('../operator/feedback.cli.ts', import.meta.url))
const Answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const expected = { text: 'The film stops half way.\nAlways at 12:40.', contact: 'lin@example.com' }

/** With GPS and camera data, as phones write them. */
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c4281b' } })
    .withExif({ IFD0: { Model: 'HarbourCam 7' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
    .jpeg()
    .toBuffer()

type Sent = { lang?: Lang; token?: string; pictures?: readonly Buffer[]; address?: string }

async function send(
  cloud: TestCloud,
  fields: Record<string, string>,
  { lang = 'en', token = '', pictures = [], address }: Sent = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const bytes of pictures) body.append('file', new Blob([new Uint8Array(bytes)]), 'file')
  const response = await fetch(`${cloud.url}/${lang}/help/api/app/feekback`, {
    method: 'POST',
    headers: { Source: 'app', Token: token, 'User-Agent': 'Test phone', ...(address && { 'X-Forwarded-For': address }) },
    body,
  })
  return Answer.parse(await response.json())
}

const idOf = (answer: z.infer<typeof Answer>) => z.object({ id: z.string() }).parse(answer.data).id

eachCloud('feedback', (start) => {
  let cloud: TestCloud
  let databaseUrl: string | undefined
  beforeAll(async () => {
    cloud = await start({ trustedProxies: ['127.0.0.1'] }, {})
    databaseUrl = cloud.databaseUrl
  })
  afterAll(() => cloud.stop())

  /** Runs the operator's command as a process. */
  function operator(...words: string[]): { status: number | null; out: string; err: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [operatorScript, ...words], {
      env: {
        ...compileCache,
        PATH: '/usr/bin:/bin',
        HOMEPORT_DATA: cloud.folder,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }

  test('every wrong field is named, in the words of the language, and nothing is kept', async () => {
    const cases: [Record<string, string>, string, string, string][] = [
      [{ ...expected, text: ' \n ' }, 'text', 'feedback_filled', '请描述你遇到的问题'],
      [{ ...expected, text: '长'.repeat(2_001) }, 'text', 'feedback_length', '最多 2000 个字符'],
      [{ ...expected, contact: '' }, 'contact', 'email_filled', '请输入邮箱'],
      [{ ...expected, contact: 'lin at example' }, 'contact', 'email_format', '邮箱格式不正确'],
    ]
    for (const [fields, field, rule, msg] of cases)
      expect(await send(cloud, fields, { lang: 'zh', address: '203.0.113.3' })).toEqual({
        code: Code.invalid,
        msg,
        data: { field, rule },
      })
    expect(await send(cloud, expected, { pictures: [Buffer.from('no picture at all')], address: '203.0.113.3' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'file', rule: 'image' },
    })
    expect(operator('all').out).toBe('There is no feedback.\n')
    expect(await picturesLeft(cloud)).toEqual([])
  })

  test('P33: the tenth picture, and 5M in total, are refused', async () => {
    const small = await photo()
    const ten = await send(cloud, expected, { pictures: Array<Buffer>(10).fill(small), address: '203.0.113.4' })
    expect(ten).toMatchObject({ code: Code.invalid, data: { field: 'file', rule: 'images' } })
    const half = Buffer.concat([small, Buffer.alloc(2_621_440 - small.length)])
    expect(await send(cloud, expected, { pictures: [half, half], address: '203.0.113.4' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'file', rule: 'images_size' },
    })
    expect(await picturesLeft(cloud)).toEqual([])
  })

  test('a guest writes with pictures; the operator lists, reads, exports, marks it done and removes it', async () => {
    const answer = await send(cloud, expected, { pictures: [await photo(), await photo()], address: '203.0.113.1' })
    expect(answer).toMatchObject({ code: Code.ok })
    const id = idOf(answer)
    expect(operator().out).toMatch(
      new RegExp(`^${id}  en  \\d{4}-.+  lin@example.com  \\[2 pictures\\]  The film stops half way\\.$`, 'm'),
    )
    const shown = operator('show', id.slice(0, 6)).out
    for (const part of [expected.text, 'a guest', 'Test phone', 'lin@example.com']) expect(shown).toContain(part)

    const folder = await mkdtemp(join(tmpdir(), 'homeport-feedback-'))
    expect(operator('pictures', id, folder).status).toBe(0)
    const names = await readdir(folder)
    expect(names.sort()).toEqual([`${id}-1.webp`, `${id}-2.webp`])
    expect(await sharp(join(folder, names[0] ?? '')).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
    await rm(folder, { recursive: true })

    expect(operator('done', id).out).toBe(`${id} is done.\n`)
    expect(operator().out).not.toContain(id)
    expect(operator('all').out).toContain(id)
    expect(operator('remove', id).out).toBe(`${id} is removed.\n`)
    expect(operator('all').out).not.toContain(id)
    expect(await picturesLeft(cloud)).toEqual([])
  })

  test('P32: what the operator gets is drawn anew: no place, no camera', async () => {
    const original = await photo()
    const id = idOf(await send(cloud, expected, { pictures: [original], address: '203.0.113.2' }))
    const folder = await mkdtemp(join(tmpdir(), 'homeport-feedback-'))
    operator('pictures', id, folder)
    const drawn = join(folder, `${id}-1.webp`)
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
    expect([original, await readFile(drawn)].map((bytes) => bytes.includes('HarbourCam'))).toEqual([true, false])
    await rm(folder, { recursive: true })
  })

  test('the eleventh of an hour from one address is refused in words; another address is not', async () => {
    for (let count = 0; count < 10; count += 1) expectCode(await send(cloud, expected, { address: '203.0.113.5' }), 'ok')
    expect(await send(cloud, expected, { address: '203.0.113.5' })).toMatchObject({
      code: Code.tooMany,
      msg: expect.stringContaining('Thanks'),
    })
    expectCode(await send(cloud, expected, { lang: 'zh', address: '203.0.113.6' }), 'ok')
  })

  test('orders to a terminal are refused by the field; turned writing does not leave the text', async () => {
    const evil = { ...expected, text: '\u001b]0;evil\u0007\u001b[2J' }
    expect(await send(cloud, evil, { address: '203.0.113.7' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'text', rule: 'text_unkeepable' },
    })
    const id = idOf(await send(cloud, { ...expected, text: '\u202emirror' }, { address: '203.0.113.7' }))
    for (const output of [operator().out, operator('show', id).out]) {
      expect(output).toContain('mirror')
      expect(output).not.toContain('\u202e')
    }
  })

  test('a signed-in one is known; a token that opens nothing is a guest', async () => {
    const { token, user_id } = await cloud.signUp('sounder')
    const own = idOf(await send(cloud, expected, { token, address: '203.0.113.8' }))
    expect(operator('show', own).out).toContain(`account   ${user_id}`)
    const other = idOf(await send(cloud, expected, { lang: 'zh', token, address: '203.0.113.8' }))
    expect(operator('show', other).out).toContain('account   a guest')
  })

  test('a wrong word, an id that is none, and one without pictures are one sentence with the remedy', async () => {
    const id = idOf(await send(cloud, expected, { address: '203.0.113.9' }))
    for (const words of [['burn', id], ['show'], ['show', 'zzzz'], ['pictures', id, '/tmp/x'], ['pictures', id]]) {
      const { status, out, err } = operator(...words)
      expect({ status, out }, words.join(' ')).toEqual({ status: 2, out: '' })
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })

  test('the version host says which version this is', async () => {
    for (const lang of ['zh', 'en'] as const)
      expect(await cloud.ask(version, {}, { lang })).toEqual({ code: Code.ok, msg: 'ok', data: appVersion })
    expect(appVersion).toEqual({ version_name: '2.7.0', version_code: 20700 })
  })
})

describe('the operator’s tool', () => {
  test('a folder without data of a cloud is one sentence with the remedy', () => {
    const { status, stderr } = spawnSync(process.execPath, [operatorScript], {
      env: { ...compileCache, PATH: '/usr/bin:/bin', HOMEPORT_DATA: join(tmpdir(), 'homeport-nothing-here') },
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toMatch(/^There is no data of a cloud in .+HOMEPORT_DATA.+\.\n$/)
  })
})

test('P36: an erased account leaves no feedback and no screenshot', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-erased-'))
  const days = 24 * 60 * 60_000
  let cloud = await startTestCloud({ dataFolder })
  const { token } = await cloud.signUp('leaver')
  await send(cloud, expected, { token, pictures: [await photo()] })
  await send(cloud, { ...expected, contact: 'other@example.com' })
  await cloud.ask(cancel, { posts: 'delete', password: 'leaver-secret' }, { token })
  await cloud.stop()
  expect(await picturesLeft({ folder: dataFolder })).toHaveLength(1)
  cloud = await startTestCloud({ dataFolder }, { now: () => Date.now() + (cancelDays + 1) * days })
  await expect.poll(() => picturesLeft({ folder: dataFolder }), { timeout: 20_000 }).toEqual([])
  const file = new DatabaseSync(join(dataFolder, 'cloud', 'en.db'), { readOnly: true })
  await expect.poll(() => file.prepare('select contact from feedback').all().length, { timeout: 20_000 }).toBe(1)
  expect(file.prepare('select contact from feedback').get()).toEqual({ contact: 'other@example.com' })
  file.close()
  await cloud.stop()
  await rm(dataFolder, { recursive: true })
})

async function picturesLeft(cloud: { folder: string }): Promise<string[]> {
  const names = await readdir(join(cloud.folder, 'cloud', 'blobs'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.webp'))
}
