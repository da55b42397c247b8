/** The operator's own guides, put up by the command as a process and read as an app reads them. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBullet, insertBullet, seriesVideo } from '@homeport/contract/guide.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const tool = fileURLToPath(new URL('../operator/guide.cli.ts', import.meta.url))
const titles = ['--series-zh', '我家的视频', '--series-en', 'Videos of ours', '--zh', '换硬盘', '--en', 'Changing a disk']

eachCloud('guides of an operator', (start) => {
  let cloud: TestCloud
  /** Not a film that plays; its first bytes are those of an MP4. */
  const bytes = Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom'), randomBytes(300_000)])
  let file: string

  beforeAll(async () => {
    cloud = await start()
    file = join(cloud.folder, 'disk.mp4')
    await writeFile(file, bytes)
  })
  afterAll(() => cloud.stop())

  function operator(...words: string[]): { status: number | null; out: string; err: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], {
      env: {
        ...compileCache,
        PATH: '/nowhere',
        NODE_NO_WARNINGS: '1',
        HOMEPORT_DATA: cloud.folder,
        ...(cloud.databaseUrl && { DATABASE_URL: cloud.databaseUrl }),
      },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }
  const own = async (lang: 'zh' | 'en' = 'en') =>
    (await cloud.ask(seriesVideo, {}, { lang })).data.data.filter(({ id }) => id.startsWith('own-'))

  test('a file stands behind the guides that come with Homeport, in both languages, and is read in ranges', async () => {
    const cover = join(cloud.folder, 'cover.png')
    await sharp({ create: { width: 640, height: 360, channels: 3, background: '#446677' } })
      .png()
      .toFile(cover)
    const added = operator(
      'add',
      'ours',
      ...titles,
      '--about-en',
      'Step by step',
      '--about-zh',
      '一步一步',
      '--file',
      file,
      '--cover',
      cover,
      '--seconds',
      '90',
    )
    expect(added).toMatchObject({ status: 0, err: '' })
    const all = (await cloud.ask(seriesVideo, {})).data.data
    expect(all.at(-1)?.id).toBe('own-ours')
    expect(all.length).toBeGreaterThan(1)
    const [en] = await own()
    const [zh] = await own('zh')
    expect(en).toMatchObject({
      title: 'Videos of ours',
      videos: [{ title: 'Changing a disk', about: 'Step by step', duration_ms: 90_000, slides: [] }],
    })
    expect(zh).toMatchObject({ title: '我家的视频', videos: [{ title: '换硬盘', about: '一步一步' }] })
    expect(en?.videos[0]?.cover).toMatchObject({ width: 640, height: 360 })
    expect((await fetch(`${cloud.url}/en/forum/picture/${en?.videos[0]?.cover?.id}`)).status).toBe(200)

    const url = `${cloud.url}/en/manager${en?.videos[0]?.url}`
    const whole = await fetch(url)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await fetch(url, { headers: { range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    const end = await fetch(url, { headers: { range: 'bytes=-100' } })
    expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-100))).toBe(true)
    expect((await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
    expect((await fetch(`${cloud.url}/en/manager/guide/nothing`)).status).toBe(404)
  })

  test('bullet comments fly over it up to its end, and go with it; it can be replaced in its place', async () => {
    const { token } = await cloud.signUp('anna')
    const video_id = (await own())[0]?.videos[0]?.id ?? ''
    expect((await cloud.ask(insertBullet, { video_id, text: 'so that is how', time_ms: 80_000 }, { token })).code).toBe(Code.ok)
    expect(await cloud.ask(insertBullet, { video_id, text: 'late', time_ms: 91_000 }, { token })).toMatchObject({
      code: Code.invalid,
    })
    expect(
      operator(
        'add',
        'ours',
        ...titles.slice(0, 4),
        '--zh',
        '二',
        '--en',
        'Two',
        '--address',
        'https://videos.example/two.mp4',
        '--seconds',
        '5',
      ),
    ).toMatchObject({ status: 0 })
    expect(
      operator(
        'replace',
        video_id,
        '--en',
        'Changing a disk, anew',
        '--address',
        'https://videos.example/one.webm',
        '--seconds',
        '60',
      ),
    ).toMatchObject({ status: 0, err: '' })
    const [en] = await own()
    expect(en?.videos.map(({ title, url, duration_ms }) => [title, url, duration_ms])).toEqual([
      ['Changing a disk, anew', 'https://videos.example/one.webm', 60_000],
      ['Two', 'https://videos.example/two.mp4', 5_000],
    ])
    expect((await own('zh'))[0]?.videos[0]?.title).toBe('换硬盘')
    expect(en?.videos[0]?.cover).not.toBeNull()
    expect((await cloud.ask(getBullet, { video_id })).data.data).toHaveLength(1)
    expect((await fetch(`${cloud.url}/en/manager/guide/${video_id}`)).status).toBe(404)
    expect(operator('list').out).toContain(' / Changing a disk, anew')
    for (const { id } of en?.videos ?? []) expect(operator('remove', id)).toMatchObject({ status: 0 })
    expect([await own(), await own('zh')]).toEqual([[], []])
    expect((await cloud.ask(getBullet, { video_id })).code).toBe(Code.notFound)
  })

  test('what cannot be a guide is refused in one sentence', async () => {
    const text = join(cloud.folder, 'words.mp4')
    await writeFile(text, 'no film')
    const stored = async () => (await readdir(join(cloud.folder, 'cloud', 'blobs', 'guides')).catch(() => [])).length
    const before = await stored()
    for (const words of [
      ['add', 'ours', ...titles],
      ['add', 'Our Series', ...titles, '--address', 'https://videos.example/a.mp4', '--seconds', '5'],
      ['add', 'ours', ...titles, '--address', 'http://videos.example/a.mp4', '--seconds', '5'],
      ['add', 'ours', ...titles, '--address', 'https://videos.example/a.mp4'],
      ['add', 'ours', ...titles, '--address', 'https://videos.example/a.mp4', '--seconds', 'long'],
      ['add', 'ours', ...titles, '--file', '/nowhere.mp4', '--seconds', '5'],
      ['add', 'ours', ...titles, '--file', text, '--seconds', '5'],
      ['add', 'ours', ...titles, '--file', file, '--address', 'https://videos.example/a.mp4', '--seconds', '5'],
      ['add', 'ours', ...titles.slice(0, 6), '--address', 'https://videos.example/a.mp4', '--seconds', '5'],
      ['add', 'ours', ...titles, '--file', file, '--seconds', '5', '--cover', text],
      ['remove', 'nobody'],
      ['dance'],
    ]) {
      const { status, out, err } = operator(...words)
      expect({ status, out, lines: err.trim().split('\n').length }, words.join(' ')).toEqual({ status: 2, out: '', lines: 1 })
    }
    expect([await own(), await stored()]).toEqual([[], before])
  })
})
