/** The film library with real folders, files, ffprobe and ffmpeg. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { migrations } from '../../migrations/all.ts'
import { openDb } from '../kit/db.ts'
import { clip, openTestLibrary, tools, type TestLibrary } from '../testing/library.ts'
import { until } from '../../../testing/until.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const all = () => library.movies.list(99, 0)
const films = async () => (await all()).data
async function whole(): Promise<boolean> {
  const { is_scanning } = await library.movies.state()
  return !is_scanning && (await library.movies.store.unpictured({ of: undefined, skipped: [], limit: 1 })).length === 0
}

describe('a film in a folder', () => {
  it('is listed at once with title, year and size, then with length, quality and a picture', async () => {
    const path = library.put(await clip({ seconds: 2, size: '1280x720' }), 'The.Wandering.Earth.2019.720p.BluRay.mkv')
    void library.movies.start()
    await until('it is listed', async () => (await films()).length === 1)
    const [early] = await films()
    expect(early).toMatchObject({
      title: 'The Wandering Earth',
      year: 2019,
      quality: '720p',
      file_size: readFileSync(path).length,
    })
    await until('it is read', async () => (await films())[0]?.duration_ms !== null && (await films())[0]?.poster !== '')
    const [film] = await films()
    expect(film?.duration_ms).toBeGreaterThan(1_900)
    expect(film?.duration_ms).toBeLessThan(2_200)
    const file = await library.movies.firstFileOf(film?.id ?? '')
    expect(file).toMatchObject({
      path,
      width: 1280,
      height: 720,
      video: 'h264',
      audio: 'aac',
      pix_fmt: 'yuv420p',
      quality: '720p',
    })
    expect(await library.movies.fileOf(file?.id ?? '')).toEqual(file)
    const picture = readFileSync((await library.movies.posterPath(film?.poster ?? '')) ?? '')
    expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    expect(picture.length).toBeLessThan(100_000)
  })

  it('any suffix counts where a picture moves in it, a text or a song under such a name does not', async () => {
    for (const suffix of ['mp4', 'avi', 'ts', 'mov']) library.put(await clip({ suffix }), `In ${suffix}x (2020).${suffix}`)
    library.put(await clip(), 'Upper (2021).MKV')
    const text = join(library.folder, 'text')
    writeFileSync(text, 'export const a = 1\n'.repeat(300))
    library.put(text, 'code.ts')
    library.put(text, 'Notes (2001).mkv')
    await library.movies.start()
    await until('all is read', whole)
    expect(await library.titles()).toEqual(['In avix', 'In movx', 'In mp4x', 'In tsx', 'Upper'])
  })

  it('a clip of a second is a film; samples, trailers, extras, hidden and half-written files are none', async () => {
    const one = await clip()
    library.put(one, 'Short.2020.mkv')
    for (const name of ['sample.mkv', 'Film.2020-sample.mkv', 'Film.2020-trailer.mp4', '.hidden.mkv']) library.put(one, name)
    for (const folder of ['Sample', 'extras', 'Trailers', 'Featurettes', '.incoming', '@eaDir'])
      library.put(one, 'Film (2019)', folder, 'Bonus.2020.mkv')
    library.put(one, 'Half.2020.mkv')
    writeFileSync(join(library.root, 'Half.2020.mkv.aria2'), 'x')
    library.put(one, 'Torrent', 'Inner.2020.mkv')
    writeFileSync(join(library.root, 'Torrent.aria2'), 'x')
    await library.movies.start()
    expect(await library.titles()).toEqual(['Short'])
  })

  it('versions and parts of it are one film, episodes are one series, strangers stay apart', async () => {
    const [small, large] = [await clip(), await clip({ seconds: 2, size: '1920x1080' })]
    library.put(small, 'Coco (2017)', 'Coco (2017) - 720p.mkv')
    library.put(large, 'Coco (2017)', 'Coco (2017) - 2160p.mkv')
    library.put(small, 'Dune.1984.CD2.avi.mkv')
    library.put(small, 'Dune.1984.CD1.avi.mkv')
    library.put(small, 'Show.S01E01.mkv')
    library.put(small, 'Show.S01E02.mkv')
    library.put(small, 'holiday.mkv')
    library.put(small, 'holiday 2.mkv')
    await library.movies.start()
    await until('all is read', whole)
    expect(await library.titles()).toEqual(['Coco', 'Dune', 'Show', 'holiday', 'holiday 2'])
    const coco = (await films()).find(({ title }) => title === 'Coco')
    expect(coco).toMatchObject({ quality: '1080p', year: 2017 })
    expect((await library.movies.firstFileOf(coco?.id ?? ''))?.height).toBe(1080)
    const dune = (await films()).find(({ title }) => title === 'Dune')
    expect(dune?.duration_ms).toBeGreaterThan(1_900)
    expect((await library.movies.firstFileOf(dune?.id ?? ''))?.path).toMatch(/CD1/)
  })

  it('parts in folders of their own are one film, in one version; folders that are no parts stay apart', async () => {
    const [one, two] = [await clip(), await clip({ seconds: 2 })]
    library.put(one, 'Titanic 1997', 'CD1', 'titanic.mkv')
    library.put(two, 'Titanic 1997', 'CD2', 'titanic.mkv')
    library.put(one, 'Ran.1985.Disc 1', 'Ran.mkv')
    library.put(one, 'CD1', 'holiday.mkv')
    library.put(one, 'CD2', 'holiday.mkv')
    library.put(one, 'Heat', 'Heat.1995.720p.CD1.mkv')
    library.put(one, 'Heat', 'Heat.1995.720p.CD2.mkv')
    library.put(two, 'Heat', 'Heat.1995.480p.CD1.mkv')
    library.put(two, 'Heat', 'Heat.1995.480p.CD2.mkv')
    await library.movies.start()
    await until('all is read', whole)
    expect(await library.titles()).toEqual(['Heat', 'Ran', 'Titanic', 'holiday', 'holiday'])
    const titanic = (await films()).find(({ title }) => title === 'Titanic')
    expect(titanic?.year).toBe(1997)
    expect(titanic?.duration_ms).toBeGreaterThan(2_900)
    const parts = async (path: RegExp, title: string) => {
      const film = (await films()).find((entry) => entry.title === title)
      const row = (await library.movies.store.film(film?.id ?? ''))?.files.find((file) => path.test(file.path))
      return (await library.movies.partsOf(row?.file_id ?? '')).map((file) => file.path.slice(library.root.length + 1))
    }
    expect(await parts(/CD2/, 'Titanic')).toEqual(['Titanic 1997/CD1/titanic.mkv', 'Titanic 1997/CD2/titanic.mkv'])
    expect(await parts(/480p.CD2/, 'Heat')).toEqual(['Heat/Heat.1995.480p.CD1.mkv', 'Heat/Heat.1995.480p.CD2.mkv'])
    expect(await parts(/./, 'Ran')).toEqual([])
  })

  it('parts that an earlier version listed as two films become one after the update', async () => {
    const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '073'))
    const path = join(library.folder, 'before.db')
    const db = await openDb(path, earlier)
    const facts = { duration_ms: null, width: null, height: null, video: '', audio: '', pix_fmt: '', container: '' }
    const texts = { quality: '', inode: '', subtitles: '[]', root: '/films', state: 'new' as const }
    const file = { ...facts, ...texts, size: 1, modified_at: 1, part: 0 }
    const film = {
      original_title: '',
      year: null,
      added_at: 1,
      poster: '',
      picture_state: 'none' as const,
      is_listed: 1,
      changed: 0,
    }
    // As of that version: today's row has more columns.
    const columns = Object.keys({ ...film, film_id: '', title: '', group_key: '' })
    const insertFilm = `insert into movie_film (${columns.join()}) values (${columns.map((name) => `:${name}`).join()})`
    const before = new DatabaseSync(path)
    for (const [film_id, part] of ['CD1', 'CD2', 'other'].entries()) {
      const row = { film_id: `m${film_id}`, title: part, group_key: part }
      before.prepare(insertFilm).run({ ...film, ...row })
      const at = `/films/Titanic 1997/${part}/titanic.mkv`
      await db
        .insertInto('movie_file')
        .values({ ...file, film_id: row.film_id, file_id: part, path: at })
        .execute()
    }
    before.close()
    await db.destroy()
    const after = await openDb(path, migrations)
    expect(await after.selectFrom('movie_file').select('file_id').execute()).toEqual([{ file_id: 'other' }])
    const films = await after.selectFrom('movie_film').select(['title', 'changed', 'is_listed']).orderBy('film_id').execute()
    // Later updates report every film.
    const often = films.at(-1)?.changed ?? 0
    expect(films).toMatchObject([
      { title: 'CD1', changed: often + 1, is_listed: 0 },
      { title: 'CD2', changed: often + 1, is_listed: 0 },
      { title: 'other', is_listed: 1 },
    ])
    await after.destroy()
  })

  it('takes the picture that lies beside it', async () => {
    const { ffmpeg } = await tools
    library.put(await clip(), 'Red (1994)', 'Red (1994).mkv')
    const { execFileSync } = await import('node:child_process')
    const red = ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:s=600x900', '-frames:v', '1']
    execFileSync(ffmpeg?.path ?? '', [...red, join(library.root, 'Red (1994)', 'poster.png')])
    await library.movies.start()
    await until('its picture is there', async () => (await films())[0]?.poster !== '' && (await films()).length === 1)
    const picture = (await library.movies.posterPath((await films())[0]?.poster ?? '')) ?? ''
    const pixel = execFileSync(ffmpeg?.path ?? '', [
      '-v',
      'error',
      '-i',
      picture,
      '-vf',
      'scale=1:1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ])
    expect(pixel[0]).toBeGreaterThan(230)
    expect(pixel[1]).toBeLessThan(30)
  })
})

describe('the folder moves', () => {
  it('an own finished download is on the list, and not before; what was not chosen never is', async () => {
    await library.movies.start()
    const own = join(library.root, 'Mine.2020.mkv')
    const remaining = join(library.root, 'Left.2020.mkv')
    library.claims.set(own, 'open').set(remaining, 'open')
    copyFileSync(await clip(), own)
    copyFileSync(await clip(), remaining)
    await library.movies.sync()
    expect(await library.titles()).toEqual([])
    library.claims.set(own, 'whole')
    // NOTE: the library reads only is_done of a task.
    library.done({} as never)
    await until('it is listed', async () => (await films()).length === 1)
    expect(await library.titles()).toEqual(['Mine'])
  })

  it('a file of others comes once it stood still for 5 s', async () => {
    // Behind all times of files, as beside a network share: what counts is how long they were seen unchanged.
    const clock = handClock()
    await library.stop()
    library = await openTestLibrary({ clock })
    await library.movies.start()
    const path = join(library.root, 'Copied.2020.mkv')
    const bytes = readFileSync(await clip())
    writeFileSync(path, bytes.subarray(0, 20_000))
    await library.movies.sync()
    clock.pass(4_999)
    writeFileSync(path, bytes)
    await library.movies.sync()
    clock.pass(4_999)
    await library.movies.sync()
    expect(await library.titles()).toEqual([])
    clock.pass(100)
    await until('it is listed', async () => (await films()).length === 1)
  })

  it('a file of others counts as still by its own times too, and comes by itself once it is', async () => {
    const from = await clip()
    const path = library.put(from, 'Copied.2020.mkv')
    const clock = handClock(Math.trunc(statSync(path).ctimeMs) + 4_999)
    await library.stop({ isKept: true })
    const { folder } = library
    library = await openTestLibrary({ folder, clock })
    await library.movies.sync()
    expect(await library.titles()).toEqual([])
    clock.pass(100)
    await until('it is listed', async () => (await films()).length === 1)
  })

  it('a film whose files are gone goes; a renamed or moved one is the same film, not a second one', async () => {
    const first = library.put(await clip(), 'Old.Name.2020.mkv')
    const second = library.put(await clip({ seconds: 2 }), 'a', 'Moved.2021.mkv')
    await library.movies.start()
    await until('all is read', whole)
    const before = await films()
    const idOf = (list: typeof before, title: string) => list.find((film) => film.title === title)?.id
    renameSync(first, join(library.root, 'New.Name.2020.mkv'))
    mkdirSync(join(library.root, 'b'))
    renameSync(second, join(library.root, 'b', 'Moved.2021.mkv'))
    await until('the new name is there', async () => (await library.titles()).includes('New Name'))
    await until('the old one is gone', async () => (await films()).length === 2)
    expect(idOf(await films(), 'New Name')).toBe(idOf(before, 'Old Name'))
    expect(idOf(await films(), 'Moved')).toBe(idOf(before, 'Moved'))
    expect((await films()).every(({ duration_ms, poster }) => duration_ms !== null && poster !== '')).toBe(true)
    rmSync(join(library.root, 'b'), { recursive: true })
    await until('it is gone', async () => (await films()).length === 1)
    // a new file at the old path is a film of its own
    library.put(await clip(), 'Old.Name.2020.mkv')
    await until('two films', async () => (await films()).length === 2)
    expect(new Set((await films()).map(({ id }) => id)).size).toBe(2)
  })

  it('nothing is forgotten while the disk is away: neither a missing folder nor its empty place empties the library', async () => {
    library.put(await clip(), 'Harbour.2020.mkv')
    await library.movies.start()
    await until('all is read', whole)
    const [before] = await films()
    const elsewhere = join(library.folder, 'elsewhere')
    renameSync(library.root, elsewhere)
    await library.movies.sync()
    expect(await films()).toEqual([before])
    mkdirSync(library.root)
    // The place where a disk was mounted is on another device than its films.
    await library.db.updateTable('movie_file').set({ inode: '0:1' }).execute()
    await library.movies.sync()
    expect(await films()).toEqual([before])
    rmSync(library.root, { recursive: true })
    renameSync(elsewhere, library.root)
    await library.movies.sync()
    expect(await films()).toEqual([before])
    rmSync(join(library.root, 'Harbour.2020.mkv'))
    library.put(await clip({ seconds: 2 }), 'Other.2021.mkv')
    await library.movies.sync()
    expect(await library.titles()).toEqual(['Other'])
  })

  it('films on the screen are read before the others', async () => {
    for (let index = 0; index < 120; index += 1) library.put(await clip(), `Film ${index} (2020).mkv`)
    await library.movies.start()
    await until('all are listed', async () => (await library.movies.store.count()).films === 120)
    const last = (await library.movies.store.list(1, 119))[0]
    library.movies.lookAt([last?.film_id ?? ''])
    await until('it is read', async () => (await library.movies.store.film(last?.film_id ?? ''))?.picture_state === 'made')
    expect((await library.movies.state()).probed).toBeLessThan(100)
  })
})

describe('folders and names of all kinds', () => {
  it('P30: names come back byte for byte, whatever they hold', async () => {
    const names = [
      '<img src=x onerror=alert(1)>',
      'a\'b"c`d$(e)',
      '影片 🎬',
      'e\u0301 decomposed',
      '-rf --help',
      'new\nline',
      '%n %s 100%',
      '\u202eevil',
    ]
    for (const name of names) library.put(await clip(), `${name}.mkv`)
    await library.movies.start()
    await until('all is read', whole)
    const files = await Promise.all((await films()).map(({ id }) => library.movies.store.film(id)))
    expect(files.map((film) => film?.files[0]?.path.slice(library.root.length + 1)).toSorted()).toEqual(
      names.map((name) => `${name}.mkv`).toSorted(),
    )
    expect((await films()).every(({ duration_ms }) => duration_ms !== null)).toBe(true)
  })

  it('P30: a name that is no UTF-8 is left out in one plain sentence, and all else is listed', async () => {
    library.put(await clip(), 'Fine.2020.mkv')
    copyFileSync(
      await clip(),
      Buffer.concat([Buffer.from(`${library.root}/`), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('.mkv')]),
    )
    await library.movies.start()
    expect(await library.titles()).toEqual(['Fine'])
    expect(library.printed).toHaveLength(1)
    expect(library.printed[0]).toMatch(/not UTF-8/)
  })

  it('P35: links inside the library are not followed, wherever they lead', async () => {
    const outside = join(library.folder, 'outside')
    mkdirSync(outside)
    copyFileSync(await clip(), join(outside, 'Secret.2020.mkv'))
    library.put(await clip(), 'Fine.2020.mkv')
    symlinkSync(outside, join(library.root, 'way-out'))
    symlinkSync(join(outside, 'Secret.2020.mkv'), join(library.root, 'Linked.2020.mkv'))
    symlinkSync(library.root, join(library.root, 'circle'))
    symlinkSync('/etc/hostname', join(library.root, 'Fine.2020-poster.jpg'))
    await library.movies.start()
    await until('all is read', whole)
    expect(await library.titles()).toEqual(['Fine'])
    await library.movies.sync()
    expect(await library.titles()).toEqual(['Fine'])
  })

  it('P38: a folder that does not exist is one plain sentence, and what comes up later is listed', async () => {
    await library.stop()
    library = await openTestLibrary({ more: ['/nowhere/at/all'] })
    library.put(await clip(), 'Fine.2020.mkv')
    await library.movies.start()
    await library.movies.sync()
    expect(await library.titles()).toEqual(['Fine'])
    expect(library.printed.filter((line) => line.includes('/nowhere/at/all'))).toHaveLength(1)
  })

  it('P37: what was known is there at once after a restart, with the same ids, nothing doubled', async () => {
    for (let index = 0; index < 30; index += 1) library.put(await clip(), `Film ${index} (2020).mkv`)
    await library.movies.start()
    await until('some are read', async () => (await library.movies.state()).probed > 5)
    const before = (await films()).map(({ id }) => id).toSorted()
    const { folder } = library
    await library.stop({ isKept: true })
    library = await openTestLibrary({ folder })
    expect((await films()).map(({ id }) => id).toSorted()).toEqual(before)
    await library.movies.start()
    await until('all is read', whole)
    expect((await films()).map(({ id }) => id).toSorted()).toEqual(before)
    expect((await films()).every(({ poster }) => poster !== '')).toBe(true)
  })
})

it('P43: many changed files are one scan of their folder, whatever their kind', async () => {
  const paths = Array.from({ length: 60 }, (_, at) => join(library.root, 'Many', `${at}.${['jpg', 'data', 'mkv'][at % 3]}`))
  mkdirSync(join(library.root, 'Many'))
  for (const path of paths) writeFileSync(path, '')
  copyFileSync(await clip(), join(library.root, 'Many', 'Short.2020.mkv'))
  const scanned = vi.spyOn(library.movies.store, 'under')
  await library.movies.scan(paths)
  expect(scanned.mock.calls).toEqual([[join(library.root, 'Many')]])
  expect(await library.titles()).toEqual(['Short'])
})
