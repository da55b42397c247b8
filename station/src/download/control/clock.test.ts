/** Things that happen by themselves: limits by the clock, the watched folder, the owner's program. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { itWithAria2 } from '../../testing/engine.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { scheduleAt } from '../schedule.ts'

const own = { searchPath: '', packaged: '' }
/** A Monday, by the clock of this machine. */
const monday = (hours: number, minutes = 0) => new Date(2026, 10, 23, hours, minutes).getTime()
let aheadMs: number
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs })
const { start, isDone } = fixture
const act = (name: string, data: object) => fixture.box.act(name, data)

beforeEach(() => {
  aheadMs = 0
})

const night = {
  is_on: true,
  from_min: 23 * 60,
  to_min: 7 * 60,
  days: [1],
  down_limit_bytes: 0,
  up_limit_bytes: 0,
  is_paused: true,
}

describe('a schedule', () => {
  it.each([
    ['before it', monday(22, 59), undefined],
    ['in it', monday(23), monday(31)],
    ['after midnight, of the day before', monday(30), monday(31)],
    ['at its end', monday(31), undefined],
    ['on another day', monday(24 + 23), undefined],
    ['early on its own day', monday(3), undefined],
  ])('%s', (_, now, until) => {
    expect(scheduleAt(night, now)?.until).toBe(until)
    expect(scheduleAt({ ...night, is_on: false }, now)).toBe(undefined)
  })

  it('within a day', () => {
    const noon = { ...night, from_min: 600, to_min: 720 }
    expect([monday(9), monday(10), monday(11, 59), monday(12)].map((now) => scheduleAt(noon, now)?.until)).toEqual([
      undefined,
      monday(12),
      monday(12),
      undefined,
    ])
  })

  it('pauses what runs until its end, and all goes on by itself then; its limits hold meanwhile', async () => {
    aheadMs = monday(22, 50) - Date.now()
    await fixture.open(own)
    expect(await act('save_download_config', { schedule: night })).toMatchObject({ code: Code.ok, data: { schedule: night } })
    const body = randomBytes(900_000)
    const server = await fixture.serve({ '/a': { body }, '/b': { body } }, { bytesPerSecond: 100_000 })
    const id = await start(`${server.url}/a`)
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    aheadMs += 11 * 60_000
    await until('it waits', async () => (await fixture.box.task(id)).wait?.reason === 'schedule')
    expect((await fixture.box.task(id)).wait?.next_at).toBe(monday(31) / 1000)
    expect(await fixture.box.downloads.engine.active()).toEqual([])
    const later = await start(`${server.url}/b`)
    expect((await fixture.box.task(later)).wait?.reason).toBe('schedule')
    server.hurry()
    aheadMs += 8 * 3_600_000
    for (const one of [id, later]) await isDone(one)
    expect(fixture.box.read('a')?.equals(body)).toBe(true)
    // A limit instead of a pause.
    await act('save_download_config', {
      schedule: { ...night, days: [0, 1, 2, 3, 4, 5, 6], is_paused: false, down_limit_bytes: 5_000 },
    })
    aheadMs = monday(24 + 23, 30) - Date.now()
    await until('its limit holds', () => fixture.box.downloads.config.limits().down_limit_bytes === 5_000)
  })
})

describe('the watched folder', () => {
  const watched = () => join(fixture.box.root, 'in')
  const names = () => readdirSync(watched()).toSorted()
  async function open(parts = {}): Promise<void> {
    await fixture.open(parts)
    mkdirSync(watched())
    expect(await act('save_download_config', { watched: { is_on: true, folder_id: '', folder_path: 'in' } })).toMatchObject({
      code: Code.ok,
    })
  }

  it('starts the links of a file that has stopped growing, once, and says what it could not start', async () => {
    await open(own)
    const server = await fixture.serve({ '/a.bin': { body: randomBytes(10) }, '/b.bin': { body: randomBytes(10) } })
    const stop = setInterval(
      () => existsSync(join(watched(), 'links.txt')) && appendFileSync(join(watched(), 'links.txt'), '\n'),
      30,
    )
    writeFileSync(join(watched(), 'links.txt'), `# mine\n${server.url}/a.bin\r\n`)
    writeFileSync(join(watched(), 'one.url'), `[InternetShortcut]\r\nURL=${server.url}/b.bin\r\n`)
    writeFileSync(join(watched(), 'bad.txt'), 'gopher://old.example/1')
    writeFileSync(join(watched(), 'bad.torrent'), 'no torrent')
    writeFileSync(join(watched(), 'film.mkv'), 'not for it')
    await until('the others are taken', () => names().includes('one.url.added') && names().includes('bad.torrent.failed'))
    expect(names()).toContain('links.txt')
    clearInterval(stop)
    await until('it is taken', () => names().includes('links.txt.added'))
    expect(names()).toEqual(['bad.torrent.failed', 'bad.txt.failed', 'film.mkv', 'links.txt.added', 'one.url.added'])
    await until('both are here', async () => (await fixture.box.tasks()).filter(({ is_done }) => is_done).length === 2)
    expect(fixture.box.warnings.filter((line) => line.includes('watched folder'))).toHaveLength(2)
  })

  itWithAria2('starts a torrent file', async () => {
    await open()
    const { bytes } = torrentOf({
      name: 'dropped',
      files: { 'a.bin': randomBytes(100) },
      announce: 'http://127.0.0.1:9/announce',
    })
    writeFileSync(join(watched(), 'dropped.torrent'), bytes)
    await until('it is taken', () => names().includes('dropped.torrent.added'))
    expect(await fixture.box.tasks()).toMatchObject([{ name: 'dropped', kind: 'magnet', status: 1 }])
  })
})

describe('the owner’s program', () => {
  it('gets the finished download by its environment, and its failure changes nothing', async () => {
    const program = join(fixture.folder, 'done.sh')
    const written = join(fixture.folder, 'written')
    writeFileSync(
      program,
      `#!/bin/sh\nenv | grep ^HOMEPORT_ | sort > "${written}.new"\nmv "${written}.new" "${written}"\nexit 3\n`,
    )
    chmodSync(program, 0o755)
    await fixture.open({ ...own, searchPath: '/usr/bin:/bin', onDone: program })
    const server = await fixture.serve({
      '/a $(touch x);b.bin': { body: randomBytes(1_234) },
      '/a%20$(touch%20x);b.bin': { body: randomBytes(1_234) },
    })
    await act('save_download_config', { categories: [{ name: '电影', folder_id: '', folder_path: '' }] })
    const id = await start({ url: `${server.url.replace('//', '//user:secret@')}/a%20$(touch%20x);b.bin`, category: '电影' })
    await isDone(id)
    await until('it ran', () => existsSync(written))
    const lines = readFileSync(written, 'utf8').trim().split('\n')
    expect(lines).toContain('HOMEPORT_TASK_NAME=a $(touch x);b.bin')
    expect(lines).toContain(`HOMEPORT_TASK_PATH=${fixture.box.root}/a $(touch x);b.bin`)
    expect(lines).toContain('HOMEPORT_TASK_CATEGORY=电影')
    expect(lines).toContain('HOMEPORT_TASK_SIZE=1234')
    expect(lines.join('\n')).not.toContain('secret')
    await until('its failure is told', () => fixture.box.warnings.some((line) => line.includes('HOMEPORT_ON_DONE')))
    expect(await fixture.box.task(id)).toMatchObject({ is_done: true, code: Code.ok })
    expect(await act('get_download_config', {})).toMatchObject({ data: { has_on_done: true } })
  })
})
