/** The same stories on every kind of screen: a page, a DLNA renderer, a Kodi, and the real mpv without a display. */
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens, type Screen } from '@homeport/contract/playback/screen.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { expectCode } from '../testing/codes.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { realMpv } from '../testing/mpv.ts'
import { openPlayingPage } from '../testing/playing-page.ts'
import { openTestKodi } from '../testing/kodi.ts'
import { kodiLogin, noKodi, startKodi } from '../../../testing/real-kodi.ts'
import { openTestHouse, openTestRenderer } from '../testing/renderer.ts'
import { fastPace as pace } from '../testing/fast-pace.ts'
import { ffmpeg, ffprobe, film, filmLibrary, makeFilm, openTestTv, type TestTv } from '../testing/tv.ts'

const missing = ffmpeg === '' || ffprobe === ''
const filmMs = 60_000

/** finish: its film comes to its end, where that is not a matter of waiting. */
type Opened = { box: TestTv; finish?: () => void; stop: () => Promise<void> | void }
type Kind = { player: Screen['player']; name?: string; why?: string; open: (folder: string, films: object) => Promise<Opened> }

/** It takes seconds to start. */
let started: Awaited<ReturnType<typeof startKodi>> | undefined
afterAll(() => started?.stop())

const kinds: Kind[] = [
  {
    player: 'page',
    async open(folder, films) {
      const box = await openTestTv({ folder, films })
      return { box, ...(await openPlayingPage(box)) }
    },
  },
  {
    player: 'dlna',
    async open(folder, films) {
      const tv = await openTestRenderer()
      const house = await openTestHouse(() => [tv.location])
      const box = await openTestTv({ folder, films, pace, env: { HOMEPORT_DLNA: `127.0.0.1:${house.port}` } })
      const finish = () => (tv.move(filmMs), tv.turn('STOPPED'))
      return { box, finish, stop: async () => (house.stop(), tv.off()) }
    },
  },
  {
    player: 'kodi',
    async open(folder, films) {
      const kodi = await openTestKodi({ password: 'secret-word' })
      const box = await openTestTv({ folder, films, pace })
      const given = { address: '127.0.0.1', port: kodi.port, password: 'secret-word' }
      expectCode(await box.act('screen_kodi_add', given), 'ok')
      const finish = () => (kodi.move(filmMs), kodi.turn('stopped'))
      return { box, finish, stop: () => kodi.off() }
    },
  },
  {
    player: 'kodi',
    name: 'Kodi itself',
    ...(noKodi !== undefined && { why: noKodi }),
    async open(folder, films) {
      started ??= await startKodi()
      const box = await openTestTv({ folder, films })
      expectCode(await box.act('screen_kodi_add', { address: '127.0.0.1', port: started.port, ...kodiLogin }), 'ok')
      return { box, stop: () => {} }
    },
  },
  {
    player: 'mpv',
    ...(!realMpv && { why: 'no mpv' }),
    open: async (folder, films) => ({
      box: await openTestTv({ folder, films, ...(realMpv && { mpv: realMpv }) }),
      stop: () => {},
    }),
  },
]

describe.skipIf(missing)(`screens of every kind${missing ? ' (skipped: no ffmpeg or no ffprobe)' : ''}`, () => {
  let films: string
  beforeAll(() => {
    films = testFolder()
    const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    for (const name of ['one.mp4', 'two.mp4'])
      makeFilm(join(films, name), { seconds: filmMs / 1000, video: h264, audio: ['aac'] })
  })
  afterAll(() => clear(films))

  describe.each(kinds.map((kind) => ({ name: kind.player, ...kind })))('$name', ({ player, why, open }) => {
    describe.skipIf(why !== undefined)(`films play there${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
      let folder: string
      let opened: Opened
      let target = ''

      beforeEach(async () => {
        folder = testFolder()
        const files = ['one', 'two'].map((id) => film(join(films, `${id}.mp4`), { id, movie_id: `m-${id}`, duration_ms: filmMs }))
        opened = await open(folder, filmLibrary([films], files))
        await until('the screen is there', async () => (await screen())?.is_online === true)
        target = (await screen())?.screen_id ?? ''
      })
      afterEach(async () => {
        await opened.box.stop()
        await opened.stop()
        clear(folder)
        expect(opened.box.faults).toEqual([])
      })

      const screen = async () =>
        Screens.parse((await opened.box.act('screen_list', {})).data).data.find((one) => one.player === player)
      const ask = async (act: string, data: object = {}) => {
        const answer = await opened.box.act(act, { target, ...data })
        expectCode(answer, 'ok')
        return PlayerInfo.parse(answer.data)
      }
      const info = () => ask('player_status')

      it('begins at its point, moves, pauses, goes on and seeks', async () => {
        expect(await ask('play', { movie_id: 'm-one', point: 20_000 })).toMatchObject({ status: 3, delivery: 'direct' })
        await until('it moves', async () => (await info()).current_point > 20_200)
        await ask('player_pause')
        await until('it is paused', async () => (await info()).status === 4)
        const { current_point } = await info()
        expect((await info()).current_point).toBe(current_point)
        await ask('player_resume')
        await until('it goes on', async () => (await info()).status === 3)
        await ask('player_seek', { point: 40_000 })
        await until('it moves from there', async () => (await info()).current_point > 40_200)
      })

      it('is turned up and down, and muted', async () => {
        await ask('play', { movie_id: 'm-one' })
        await ask('player_volume', { value: 30 })
        await until('it is at 30', async () => (await info()).volume === 30)
        await ask('player_volume', { step: 10 })
        await until('it is at 40', async () => (await info()).volume === 40)
        for (const mute of [true, false]) {
          await ask('player_volume', { mute })
          await until(`it is ${mute ? 'muted' : 'heard'}`, async () => (await info()).sound === (mute ? 'muted' : 'on'))
        }
        for (const sound of ['muted', 'on']) {
          expectCode(await opened.box.act('remote_key', { target, key: 'mute' }), 'ok')
          await until(`the key makes it ${sound}`, async () => (await info()).sound === sound)
        }
      })

      it('tells what it has no notion of, and does the rest', async () => {
        await ask('play', { movie_id: 'm-one' })
        await until(
          'it says what it lacks during a film',
          async () => (await screen())?.lacks.includes('keys') === (player === 'dlna'),
        )
        const lacks = (await screen())?.lacks ?? []
        for (const [act, data, lack] of [
          ['remote_key', { key: 'ok' }, 'keys'],
          ['remote_key', { key: 'volume_up' }, 'volume'],
          ['remote_text', { text: 'x' }, 'text'],
          ['player_speed', { speed: 1.5 }, 'speed'],
          ['player_bitrate', { kbit: 0 }, 'limit'],
        ] as const) {
          const answer = await opened.box.act(act, { target, ...data })
          if (lacks.includes(lack)) expect(answer).toMatchObject({ code: Code.notFound, data: { reason: 'lacking', lack } })
          else expectCode(answer, 'ok')
        }
      })

      it('takes another film in place of the first, and stops', async () => {
        await ask('play', { movie_id: 'm-one' })
        await ask('play', { movie_id: 'm-two', is_replacing: true })
        await until('the other one plays', async () => (await info()).movie_id === 'm-two' && (await info()).status === 3)
        await ask('exit_player')
        expect((await info()).status).toBe(-1)
      })

      it('is free once its film has ended', async () => {
        await ask('play', { movie_id: 'm-one', point: filmMs - 1_500 })
        opened.finish?.()
        await until('it is free', async () => (await info()).status === -1)
      })
    })
  })
})
