/** Pending play: a film for an admitted TV that is offline waits, and starts when its page connects. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { join } from 'node:path'
import { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Screens } from '@homeport/contract/playback/screen.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { ffmpeg, film, filmLibrary, makeFilm, openTestPage, setUpTv, type TestPage } from '../testing/tv.ts'

const missing = ffmpeg === ''

describe.skipIf(missing)(`a screen that is let in but away${missing ? ' (skipped: no ffmpeg)' : ''}`, () => {
  const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const tv = setUpTv({
    make: (films) => makeFilm(join(films, 'plain.mp4'), { seconds: 20, video: h264, audio: ['aac'] }),
    library: (films) => {
      const file = film(join(films, 'plain.mp4'), { duration_ms: 20_000 })
      return filmLibrary(
        [films],
        ['plain', 'ac3'].map((id) => ({ ...file, id, movie_id: `m-${id}` })),
      )
    },
  })

  const info = (data: unknown) => PlayerInfo.parse(data)
  const statuses = (realm: 'en' | 'zh' = 'en') =>
    tv.box.pushed
      .filter(({ realm: one, frame }) => one === realm && frame.act === 'player_status')
      .map(({ frame }) => info(frame.data))

  let target: string
  beforeEach(async () => {
    target = Screens.parse((await tv.box.act('screen_list', {})).data).data[0]?.screen_id ?? ''
    tv.page.close()
    await until('the page is away', async () => {
      const { data } = Screens.parse((await tv.box.act('screen_list', {})).data)
      return data[0]?.is_online === false
    })
  })
  const comeBack = () => openTestPage(tv.box.url, { cookie: tv.page.cookie })
  const begins = async (again: TestPage) => {
    const load = await again.word('load')
    again.send({ kind: 'report', play_id: load.play_id, seq: load.seq, state: 'playing', point: 0, volume: 80, sound: 'on' })
    return load
  }

  it('a play waits for the page and begins when it comes; the asker hears that it plays', async () => {
    const answer = tv.box.act('play', { movie_id: 'm-plain', point: 3_000, target })
    await until('the phones hear that it waits', () => statuses().at(-1)?.is_pending === true)
    expect(statuses().at(-1)).toMatchObject({ status: -1, title: '流浪地球', screen_id: target, user_id: 'u1' })
    expect(statuses('zh')).toEqual([])
    const again = await comeBack()
    expect(await begins(again)).toMatchObject({ point: 3_000, path: 'plain' })
    expect(info((await answer).data)).toMatchObject({ status: 3, movie_id: 'm-plain', screen_id: target })
    again.close()
  })

  it('the TV that it waits for has its new name at once', async () => {
    void tv.box.act('play', { movie_id: 'm-plain', target })
    await until('it waits', () => statuses().at(-1)?.is_pending === true)
    await tv.box.act('screen_rename', { screen_id: target, name: '卧室' })
    expect(statuses().at(-1)).toMatchObject({ is_pending: true, screen_id: target, screen_name: '卧室' })
  })

  it('a box that is started again still has what waits, and begins it when the page comes', async () => {
    void tv.box.act('play', { movie_id: 'm-plain', point: 3_000, target })
    await until('it waits', () => statuses().at(-1)?.is_pending === true)
    await tv.restart()
    const waits = { is_pending: true, status: -1, title: '流浪地球', current_point: 3_000, screen_id: target }
    expect(info((await tv.box.act('player_status', {})).data)).toMatchObject({ ...waits, user_id: 'u1' })
    expect(info((await tv.box.act('player_status', {}, { realm: 'zh' })).data)).toMatchObject({ ...waits, user_id: '' })
    const again = await comeBack()
    expect(await begins(again)).toMatchObject({ point: 3_000, path: 'plain' })
    await until('it plays', () => statuses().at(-1)?.status === 3)
    again.close()
  })

  it('a page that is loaded again while its film begins gets the film anew', async () => {
    const answer = tv.box.act('play', { movie_id: 'm-plain', target })
    const first = await comeBack()
    await first.word('load')
    first.close()
    const second = await openTestPage(tv.box.url, { cookie: first.cookie })
    await begins(second)
    expectCode(await answer, 'ok')
    await until('it plays', () => statuses().at(-1)?.status === 3)
    second.close()
  })

  it('what waits is given up by Stop, by another play, and when the screen is removed', async () => {
    void tv.box.act('play', { movie_id: 'm-plain', target })
    await until('it waits', () => statuses().at(-1)?.is_pending === true)
    expect(info((await tv.box.act('exit_player', {})).data)).toMatchObject({ status: -1, title: '' })
    void tv.box.act('play', { movie_id: 'm-plain', target })
    await until('it waits again', () => statuses().at(-1)?.is_pending === true)
    void tv.box.act('play', { movie_id: 'm-ac3', target })
    await until('the later one waits', () => statuses().at(-1)?.path === 'ac3')
    await tv.box.act('screen_forget', { screen_id: target })
    await until('nothing waits', () => statuses().at(-1)?.is_pending === undefined)
    expect(await tv.box.act('play', { movie_id: 'm-plain', target })).toMatchObject({
      code: Code.notFound,
      data: { reason: 'no_screen' },
    })
  })
})
