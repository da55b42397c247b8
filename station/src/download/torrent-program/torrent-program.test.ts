/** The owner's qBittorrent in aria2's place: set in the app, tried before it is kept, taking over every task, and away for a while. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { TorrentProgram } from '@homeport/contract/download/torrent-program.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { fromPeersOn, openProgramOf, programs } from '../../testing/torrent-programs.ts'
import { programPassword, type TestProgram } from '../../../../testing/torrent-program.ts'

const fixture = setUpDownloads()
const act = (name: string, data: object) => fixture.box.act(name, data)
const keptFile = () => join(fixture.folder, 'station', 'torrent-program.json')
const seen = async () => TorrentProgram.parse((await act('torrent_program', {})).data)
const isDone = fixture.isDone
const nobodyUid = 65_534

/** A server that speaks as it is told. */
async function openLiar(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

describe.each(programs)('a $name that is set$why', (kind) => {
  const { isMissing } = kind
  const itFromPeers = fromPeersOn(kind)
  const openProgram = (): Promise<TestProgram> => openProgramOf(fixture, kind)

  it.skipIf(isMissing)(
    'takes the torrents at once where no aria2 is, keeps its password in a file of the box alone, and tells it to nobody',
    async () => {
      const program = await openProgram()
      await fixture.open({ searchPath: '', packaged: '' })
      expect(await seen()).toMatchObject({ kind: 'aria2', state: 'none' })
      expect([...fixture.box.downloads.engine.kinds]).not.toContain('magnet')
      const answer = await act('torrent_program_set', program.choice)
      expect(answer).toMatchObject({ code: Code.ok, data: { kind: program.kind, has_password: true, address: program.address } })
      expect(JSON.stringify(answer)).not.toContain(programPassword)
      expect(statSync(keptFile()).mode & 0o777).toBe(0o600)
      expect([...fixture.box.downloads.engine.kinds]).toContain('magnet')
      await until('it works', async () => (await seen()).state === 'works')
      const swarm = await fixture.swarm('film', { 'film.mkv': randomBytes(300_000) })
      const id = await fixture.start(swarm.magnet)
      await isDone(id)
      expect(fixture.box.read('film/film.mkv')).toHaveLength(300_000)
      // A person of the household is not told where it is.
      expect(await seen()).toMatchObject({ kind: program.kind, address: '', user: '' })
      const stored = JSON.stringify(await fixture.box.db.selectFrom('meta').selectAll().execute())
      expect(stored).not.toContain(programPassword)
    },
  )

  it.skipIf(isMissing)('is refused with the field that is wrong, and nothing changes', async () => {
    const program = await openProgram()
    await fixture.open()
    const set = (change: object) => act('torrent_program_set', { ...program.choice, ...change })
    const refused = (field: string, rule: string) => ({ code: Code.invalid, data: { field, rule } })
    expect(await set({ password: 'another' })).toMatchObject(refused('password', 'program_password'))
    expect(await set({ address: '' })).toMatchObject(refused('address', 'required'))
    expect(await set({ address: 'ftp://127.0.0.1' })).toMatchObject(refused('address', 'program_address'))
    expect(await set({ address: 'http://owner:secret@127.0.0.1:8080' })).toMatchObject(refused('address', 'program_address'))
    expect(await set({ address: 'http://nobody.invalid' })).toMatchObject(refused('address', 'program_away'))
    expect(await set({ address: 'http://8.8.8.8:8080' })).toMatchObject(refused('address', 'program_house'))
    // The box's own port.
    expect(await set({ address: 'http://127.0.0.1:2' })).toMatchObject(refused('address', 'program_none'))
    expect(await set({ kind: 'rtorrent' })).toMatchObject({ code: Code.invalid, data: { field: 'kind' } })
    expect(existsSync(keptFile())).toBe(false)
    expect(await seen()).toMatchObject({ kind: 'aria2', state: 'works' })
  })

  it.skipIf(isMissing || process.getuid?.() !== 0)(
    'P38: that runs as another user is refused at its address with the reason, and leaves nothing behind',
    async () => {
      const program = await kind.open({ folder: fixture.inFolder(kind.name), uid: nobodyUid })
      fixture.closing.push(program.stop)
      const box = await fixture.open()
      const answer = await act('torrent_program_set', program.choice)
      expect(answer).toMatchObject({ code: Code.invalid, data: { field: 'address', rule: 'program_folder' } })
      expect(existsSync(keptFile())).toBe(false)
      expect(await seen()).toMatchObject({ kind: 'aria2', state: 'works' })
      expect(await program.torrents()).toEqual([])
      expect(readdirSync(join(box.root, '.incoming')).filter((name) => name.startsWith('probe-'))).toEqual([])
    },
  )

  it.skipIf(isMissing)('P34: a password goes to no other address than the one that it was given for', async () => {
    const program = await openProgram()
    await fixture.open()
    await act('torrent_program_set', program.choice)
    const heard: string[] = []
    const liar = await openLiar((request, response) => {
      request.on('data', (data) => heard.push(String(data)))
      request.on('end', () => response.end('Ok.'))
    })
    const { password: _, ...without } = program.choice
    expect(await act('torrent_program_set', { ...without, address: liar })).toMatchObject({ code: Code.invalid })
    expect(heard.join('')).not.toContain(encodeURIComponent(programPassword).slice(0, 6))
    expect(await act('torrent_program_set', without)).toMatchObject({ code: Code.ok })
    expect(JSON.parse(readFileSync(keptFile(), 'utf8'))).toMatchObject({ password: programPassword })
  })

  it.skipIf(isMissing)('P24: two that are set at once come one after the other, and the last one holds', async () => {
    const program = await openProgram()
    await fixture.open()
    const answers = await Promise.all([act('torrent_program_set', program.choice), act('torrent_program_set', { kind: 'aria2' })])
    expect(answers).toMatchObject([{ data: { kind: 'aria2' } }, { data: { kind: 'aria2' } }].map(() => ({ code: Code.ok })))
    expect(await seen()).toMatchObject({ kind: 'aria2' })
    expect(existsSync(keptFile())).toBe(false)
  })

  itFromPeers('every task goes on with the other program from its bytes, there and back', async () => {
    const program = await openProgram()
    await fixture.open()
    const body = randomBytes(3_000_000)
    const swarm = await fixture.swarm('film', { 'film.mkv': body }, 150_000)
    const id = await fixture.start(swarm.magnet)
    const downOf = async () => (await fixture.box.task(id)).down_size
    await until('some of it is here', async () => (await downOf()) > 500_000)
    const before = await downOf()
    expect(await act('torrent_program_set', program.choice)).toMatchObject({ code: Code.ok })
    await until('the program has it', async () => (await program.torrents()).some(({ progress }) => progress > 0.1))
    expect(await downOf()).toBeGreaterThanOrEqual(before - 200_000)
    await until('it moves there', async () => (await downOf()) > before + 200_000)
    expect(await act('torrent_program_set', { kind: 'aria2' })).toMatchObject({ code: Code.ok })
    expect((await fixture.box.tasks()).map(({ task_id }) => task_id)).toEqual([id])
    await isDone(id)
    expect(fixture.box.read('film/film.mkv')?.equals(body)).toBe(true)
  })

  itFromPeers(
    'P41: one that is away is a wait with its own reason and no failure, and the torrent goes on once it is back',
    async () => {
      const program = await openProgram()
      await fixture.useProgram(program)
      let aheadMs = 0
      await fixture.open({ now: () => Date.now() + aheadMs })
      const swarm = await fixture.swarm('film', { 'film.mkv': randomBytes(2_000_000) }, 200_000)
      const id = await fixture.start(swarm.magnet)
      await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
      await program.kill()
      await until('it is known to be away', async () => (await seen()).state === 'away')
      aheadMs += 11_000
      await until('it waits', async () => (await fixture.box.task(id)).wait?.reason === 'program')
      expect(await fixture.box.task(id)).toMatchObject({ status: 1, speed_bytes: 0, stall: null })
      await program.begin()
      await isDone(id)
    },
  )

  itFromPeers('P23: stopped while it is away, it does not run once it is back', async () => {
    const program = await openProgram()
    await fixture.useProgram(program)
    await fixture.open()
    const swarm = await fixture.swarm('film', { 'film.mkv': randomBytes(2_000_000) }, 50_000)
    const id = await fixture.start(swarm.magnet)
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    await program.kill()
    await until('it is known to be away', async () => (await seen()).state === 'away')
    await act('stop_task', { task_id: id })
    await program.begin()
    await until('the program has stopped it', async () =>
      (await program.torrents()).every(({ state }) => /^(paused|stopped)/.test(state)),
    )
    expect(await fixture.box.task(id)).toMatchObject({ status: 0 })
  })

  it.skipIf(isMissing)('a member is told no address, and what is kept in no readable file is asked for again', async () => {
    mkdirSync(join(fixture.folder, 'station'), { recursive: true })
    writeFileSync(keptFile(), '{"kind":"qbittorrent","password":"Cellar')
    const box = await fixture.open()
    expect(box.warnings.join('\n')).toContain('cannot be read')
    expect(box.warnings.join('\n')).not.toContain('Cellar')
    expect(await seen()).toMatchObject({ kind: 'aria2', state: 'works' })
  })
})

describe('a server that is none of the programs', () => {
  const set = (address: string) => act('torrent_program_set', { kind: 'own', address, user: 'a', password: 'b' })
  const refused = (field: string, rule: string) => ({ code: Code.invalid, data: { field, rule } })

  test.each<[string, http.RequestListener, string]>([
    ['a web page', (_, response) => response.end('<html>hello</html>'), 'program_none'],
    ['an empty answer', (_, response) => response.end(), 'program_none'],
    ['an error', (_, response) => response.writeHead(500).end(), 'program_none'],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'program_none'],
    ['a broken connection', (request) => request.socket.destroy(), 'program_away'],
    ['an old qBittorrent', ({ url }, response) => response.end(url?.includes('login') ? 'Ok.' : '2.2.0'), 'program_old'],
    [
      'a qBittorrent of other requests',
      ({ url }, response) => response.end(url?.includes('login') ? 'Ok.' : '3.0.0'),
      'program_new',
    ],
    ['a qBittorrent without a version', (_, response) => response.end('Ok.'), 'program_old'],
    ['a Transmission that knows no session of its own', (_, response) => asTransmission(response, 409), 'program_none'],
    ['a Transmission that takes requests of others only', (_, response) => asTransmission(response, 403), 'program_barred'],
    ['a Transmission that knows its name only', (_, response) => asTransmission(response, 421), 'program_barred'],
    ['a Transmission of another password', (_, response) => asTransmission(response, 401), 'program_password'],
    ['a Transmission without JSON', (_, response) => asTransmission(response, 200, 'hello'), 'program_none'],
    ['a Transmission that refuses', (_, response) => asTransmission(response, 200, { result: 'no' }), 'program_none'],
    ['a Transmission without a version', (_, response) => asTransmission(response, 200, success({})), 'program_none'],
    [
      'an old Transmission',
      (_, response) => asTransmission(response, 200, success({ ...version, 'rpc-version': 15 })),
      'program_old',
    ],
    [
      'a Transmission that takes later requests only',
      (_, response) => asTransmission(response, 200, success({ ...version, 'rpc-version': 30, 'rpc-version-minimum': 19 })),
      'program_new',
    ],
    [
      'a Transmission that speaks JSON-RPC alone',
      (_, response) =>
        asTransmission(response, 200, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }),
      'program_new',
    ],
    ['a Transmission that finds no file', (_, response) => asTransmission(response, 200, success(version)), 'program_none'],
  ])('P38, S173: %s is told at its field', async (_, answer, rule) => {
    await fixture.open({ searchPath: '', packaged: '' })
    const field = rule === 'program_password' ? 'password' : 'address'
    expect(await set(await openLiar(answer))).toMatchObject(refused(field, rule))
    expect(existsSync(keptFile())).toBe(false)
  })

  it('P37: a Transmission that names another file as its torrent is not believed', async () => {
    const box = await fixture.open({ searchPath: '', packaged: '' })
    const secret = fixture.inFolder('secret.torrent')
    writeFileSync(secret, 'd4:infod4:name6:secretee')
    expect(await set(await openFalseTransmission(secret))).toMatchObject(refused('address', 'program_files'))
    expect(box.warnings.join()).not.toContain('secret')
    expect(await set(await openFalseTransmission('/dev/zero'))).toMatchObject(refused('address', 'program_files'))
  })

  test.each([
    ['any program', () => {}],
    ['a Transmission', (response: http.ServerResponse) => response.setHeader('x-transmission-session-id', 'one')],
  ])('P43: an answer of %s without an end is given up, and takes no memory', async (_, prepare) => {
    await fixture.open({ searchPath: '', packaged: '' })
    const block = Buffer.alloc(64 * 1024, 'x')
    const address = await openLiar((_, response) => {
      prepare(response)
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', pour)
      pour()
    })
    const before = process.memoryUsage().rss
    expect(await set(address)).toMatchObject({ code: Code.invalid, data: { field: 'address' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})

const version = { version: '3.00 (bb6b5a062e)', 'rpc-version': 16, 'current-stats': { secondsActive: 60 } }
const success = (values: object) => ({ result: 'success', arguments: values })

function asTransmission(response: http.ServerResponse, status: number, answer: unknown = ''): void {
  response.writeHead(status, { server: 'Transmission', 'x-transmission-session-id': 'one' })
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

/** It does what the trial asks of it, and names this file as the one that it keeps of a torrent. */
function openFalseTransmission(torrentFile: string): Promise<string> {
  let folder = ''
  const entry = { id: 1, name: 'a', status: 0, metadataPercentComplete: 1, sizeWhenDone: 64, leftUntilDone: 0, torrentFile }
  return openLiar(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { method = '', arguments: given = {} } = JSON.parse(Buffer.concat(parts).toString() || '{}')
    if (method === 'torrent-add') folder = given['download-dir']
    if (method === 'torrent-rename-path') renameSync(join(folder, given.path), join(folder, dirname(given.path), given.name))
    const torrents = [{ ...entry, hashString: given.ids?.[0], downloadDir: folder }]
    asTransmission(response, 200, success(method.startsWith('session-') ? version : { torrents }))
  })
}
