import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announcements } from '@homeport/contract/shape/well-known-boards.ts'
import { banners, listByCategory, recommend } from '@homeport/contract/home.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const tool = fileURLToPath(new URL('../operator/banner.cli.ts', import.meta.url))

eachCloud('home', (start) => {
  let cloud: TestCloud
  beforeAll(async () => {
    cloud = await start()
  })
  afterAll(() => cloud.stop())

  /** Runs the operator's command as a process. */
  function operator(...words: string[]): { status: number | null; out: string; err: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], {
      env: {
        ...compileCache,
        PATH: '/usr/bin:/bin',
        NODE_NO_WARNINGS: '1',
        HOMEPORT_DATA: cloud.folder,
        ...(cloud.databaseUrl && { DATABASE_URL: cloud.databaseUrl }),
      },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }
  const shown = async (lang: 'zh' | 'en' = 'en') => (await cloud.ask(banners, {}, { lang })).data.data

  test('a fresh cloud shows the banners that come with Homeport, in the words of the language', async () => {
    expect((await shown()).map(({ title }) => title)).toContain('A quiet place for your box')
    expect((await shown('zh')).map(({ title }) => title)).toContain('给盒子找个安静的地方')
  })

  test('an operator puts up banners of their own, orders them and takes them down, in one language and not the other', async () => {
    expect(operator('list').out).toContain('Homeport')
    const first = operator('add', 'en', 'Open day <b>& more</b>', '--about', 'Sunday', '--to', '/pages/main/product/index')
    expect(first).toMatchObject({ status: 0, err: '' })
    const picture = join(cloud.folder, 'day.png')
    await writeFile(
      picture,
      await sharp({ create: { width: 800, height: 300, channels: 3, background: '#446677' } })
        .png()
        .toBuffer(),
    )
    const second = operator('add', 'en', 'With a picture', '--picture', picture, '--to', 'https://club.example/day')
    expect(second).toMatchObject({ status: 0, err: '' })
    const [one, two] = await shown()
    expect(one).toMatchObject({
      title: 'Open day <b>& more</b>',
      about: 'Sunday',
      picture: null,
      to: '/pages/main/product/index',
    })
    expect(two).toMatchObject({ title: 'With a picture', picture: { width: 800, height: 300 }, to: 'https://club.example/day' })
    const file = await fetch(`${cloud.url}/en/forum/picture/${two?.picture?.id}`)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect((await shown('zh')).some(({ title }) => title === 'With a picture')).toBe(false)
    expect(operator('first', two?.id ?? '').status).toBe(0)
    expect((await shown()).map(({ title }) => title)).toEqual(['With a picture', 'Open day <b>& more</b>'])
    for (const { id } of await shown()) expect(operator('remove', id).status).toBe(0)
    expect((await shown()).map(({ id }) => id)).toContain('own-place')
    expect((await fetch(`${cloud.url}/en/forum/picture/${two?.picture?.id}`)).status).toBe(404)
  })

  test('what cannot be a banner is refused in one sentence', () => {
    for (const words of [
      ['add', 'fr', 'Bonjour'],
      ['add', 'en', ''],
      ['add', 'en', 'To nowhere', '--to', 'javascript:alert(1)'],
      ['add', 'en', 'No file', '--picture', '/nowhere.png'],
      ['add', 'en', 'Odd', '--scene', 'volcano'],
      ['remove', 'nobody'],
      ['dance'],
    ]) {
      const { status, out, err } = operator(...words)
      expect({ status, out, lines: err.trim().split('\n').length }, words.join(' ')).toEqual({ status: 2, out: '', lines: 1 })
    }
  })

  test('lists of threads answer as pages, and a cursor that is none is refused', async () => {
    expect(await cloud.ask(listByCategory, { category_id: announcements.en, limit: 3 })).toMatchObject({
      code: Code.ok,
      data: { page: 1, limit: 3 },
    })
    expectCode(await cloud.ask(recommend, { limit: 5 }), 'ok')
    expect(await cloud.ask(recommend, { cursor: '1;2' })).toMatchObject({ code: Code.invalid, data: { field: 'cursor' } })
  })
})
