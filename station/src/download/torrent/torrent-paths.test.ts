/** Torrents whose names are longer or odder than a disk or the engine takes: each comes whole, and lies where its task says. */
import { randomBytes } from 'node:crypto'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { itWithAria2 } from '../../testing/engine.ts'
import { onEveryProgram, programs, withProgram } from '../../testing/torrent-programs.ts'
import { openTestWebSeed, type SeededFile } from '../../testing/web-seed.ts'

const blobs: Record<string, Buffer> = {}
let aheadMs = 0
const fixture = setUpDownloads({ isOpen: true, now: () => Date.now() + aheadMs, blobOf: async (_, id) => blobs[id] })
const itOnEveryProgram = onEveryProgram(fixture)
const { start, isDone, remaining } = fixture
const body = randomBytes(70_000)

async function seeded(name: string, files: readonly SeededFile[]): Promise<void> {
  const seed = await openTestWebSeed({ name, files })
  fixture.closing.push(seed.stop)
  blobs['seed'] = seed.bytes
}

const remove = (task_id: string) => fixture.box.act('remove_task_and_file', { task_id, files: 1 })
/** Without the engine's record, which lies beside a file while that is shared. */
const files = () => remaining().filter((path) => path.endsWith('.mkv'))

describe('P54: a torrent', () => {
  const folder = 'x'.repeat(200)
  // qBittorrent asks a web seed for the names on the disk, which are other ones here.
  itWithAria2('whose path is longer than a system takes comes whole, and goes with its files', async () => {
    await seeded('deep', [{ path: `${`${folder}/`.repeat(30)}film.mkv`, body }])
    const id = await start({ torrent: 'seed' })
    await isDone(id)
    expect(files()).toEqual([expect.stringMatching(/^deep\/(?:x{90,}\/){30}film\.mkv$/)])
    expect(await remove(id)).toMatchObject({ code: Code.ok })
    expect(remaining()).toEqual([])
  })

  for (const [title, name, onDisk] of [
    ['of as many letters as a disk takes', `${'x'.repeat(251)}.mkv`, `${'x'.repeat(251)}.mkv`],
    ['with blanks at its end', 'film.mkv  ', 'film.mkv'],
    ['of blanks alone', '   ', '_'],
    ['without letters', '', '_'],
  ] as const) {
    const test = async () => {
      await seeded(name, [{ path: '', body }])
      const id = await start({ torrent: 'seed' })
      await isDone(id)
      expect((await fixture.box.task(id)).name).toBe(onDisk)
      expect(fixture.box.read(onDisk)?.equals(body)).toBe(true)
      expect(await remove(id)).toMatchObject({ code: Code.ok })
      expect(remaining()).toEqual([])
    }
    const sentence = `with a name ${title} lies under the name of its task, and goes with its file`
    // qBittorrent refuses a torrent without a name, and Transmission one of blanks.
    if (name === '') itWithAria2(sentence, test)
    else itOnEveryProgram(sentence, test, { but: name.trim() === '' ? ['Transmission'] : [] })
  }

  itOnEveryProgram('of one file beside another of its name is named as it lies on the disk', async () => {
    for (const name of ['film.mkv', 'film (2).mkv']) {
      // Another torrent of the same name.
      await seeded('film.mkv', [{ path: '', body: Buffer.concat([body, Buffer.from(name)]) }])
      const id = await start({ torrent: 'seed' })
      await isDone(id)
      expect((await fixture.box.task(id)).name).toBe(name)
      delete blobs['seed']
      await fixture.reopen()
    }
  })

  // qBittorrent gives them other names and takes them.
  itWithAria2('whose names the engine creates nowhere is no damaged one', async () => {
    for (const name of ['a\tb.mkv', '.']) {
      await seeded('show', [{ path: name, body }])
      expect(await fixture.box.act('start_task', { torrent: 'seed' })).toMatchObject({
        code: TaskCode.invalidLink,
        data: { reason: 'no_engine' },
      })
      await fixture.reopen()
    }
  })

  itOnEveryProgram('P35: that is shared leaves no record of the engine beside its file after a restart', async () => {
    await seeded('film.mkv', [{ path: '', body }])
    const id = await start({ torrent: 'seed' })
    await isDone(id)
    await fixture.reopen()
    aheadMs += 16_000
    await until('its record is gone', () => remaining().length === 1)
    expect(remaining()).toEqual(['film.mkv'])
  })
})

// libtorrent 2.0.8: a file whose name is a folder's gets a number; the folder keeps its name.
describe('P54: a torrent that has a file and a folder of one name', () => {
  for (const [title, paths, onDisk] of [
    ['the file first', ['a', 'a/b.mkv'], ['a (2)', 'a/b.mkv']],
    ['the folder first', ['a/b.mkv', 'a'], ['a/b.mkv', 'a (2)']],
    ['at three depths', ['x/a', 'x/a/b', 'x/a/b/c.mkv'], ['x/a (2)', 'x/a/b (2)', 'x/a/b/c.mkv']],
  ] as const)
    itOnEveryProgram(
      `comes whole, and goes with its files: ${title}`,
      async () => {
        const bodies = paths.map(() => randomBytes(20_000))
        await seeded(
          'twins',
          paths.map((path, at) => ({ path, body: bodies[at] ?? Buffer.alloc(0) })),
        )
        const id = await start({ torrent: 'seed' })
        await isDone(id)
        for (const [at, path] of onDisk.entries())
          expect(fixture.box.read(`twins/${path}`)?.equals(bodies[at] ?? body)).toBe(true)
        await remove(id)
        expect(remaining()).toEqual([])
      },
      // It gives a name to the file and to the folder at once.
      { but: ['Transmission'] },
    )
})

describe.each(programs.filter(({ name }) => name === 'Transmission'))('P54: names that $name has not$why', (program) => {
  it.skipIf(program.isMissing).each<[string, string, string[]]>([
    ['of blanks alone', '   ', ['']],
    ['of a file and a folder, the file first', 'twins', ['a', 'a/b.mkv']],
    ['of a file and a folder, the folder first', 'twins', ['a/b.mkv', 'a']],
    ['of a file and a folder at three depths', 'twins', ['x/a', 'x/a/b', 'x/a/b/c.mkv']],
  ])('%s refuse the torrent with a reason, and leave nothing', (_, name, paths) =>
    withProgram(fixture, {
      program,
      async test() {
        await seeded(
          name,
          paths.map((path) => ({ path, body })),
        )
        const answer = await fixture.box.act('start_task', { torrent: 'seed' })
        expect(answer).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'no_engine' } })
        expect(remaining()).toEqual([])
        expect(await fixture.program?.torrents()).toEqual([])
      },
    }),
  )
})
